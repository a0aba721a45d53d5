/** Text with its formatting, and plain text for programs that don't support it. */
export interface RichText {
  html: string
  text: string
}

/**
 * Copies text to the clipboard. Within a click handler it may be a promise: browsers that require a click accept it
 * before the text is ready.
 * @returns whether the browser accepted it once the text was ready; there is no clipboard on plain http.
 */
export function copyText(text: string | Promise<string>): Promise<boolean> {
  return write({ 'text/plain': Promise.resolve(text) })
}

/** Like `copyText`, for text that keeps its headings, lists and links when pasted. */
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
