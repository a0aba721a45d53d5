/** Text with its formatting, and the same without it for programs that take none. */
export interface RichText {
  html: string
  text: string
}

/**
 * Puts text on the clipboard. Called within a click it may be a promise: browsers that want a click accept it before
 * the text is there.
 * @returns whether the browser accepted it once the text was there; on plain http there is no clipboard.
 */
export function copyText(text: string | Promise<string>): Promise<boolean> {
  return write({ 'text/plain': Promise.resolve(text) })
}

/** Like `copyText`, for text that keeps its headings, lists and links where it is pasted. */
export function copyRichText(content: RichText | Promise<RichText>): Promise<boolean> {
  const ready = Promise.resolve(content)
  return write({ 'text/html': ready.then(({ html }) => html), 'text/plain': ready.then(({ text }) => text) })
}

async function write(kinds: Record<string, Promise<string>>): Promise<boolean> {
  const blobs = Object.entries(kinds).map(
    ([type, words]) => [type, words.then((said) => new Blob([said], { type }))] as const,
  )
  try {
    await navigator.clipboard.write([new ClipboardItem(Object.fromEntries(blobs))])
    return true
  } catch {
    await Promise.allSettled(blobs.map(([, blob]) => blob))
    return false
  }
}
