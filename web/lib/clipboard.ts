/**
 * Puts text on the clipboard. Called within a click it may be a promise: browsers that want a click accept it before
 * the text is there.
 * @returns whether the browser accepted it once the text was there; on plain http there is no clipboard.
 */
export async function copyText(text: string | Promise<string>): Promise<boolean> {
  const content = Promise.resolve(text).then((words) => new Blob([words], { type: 'text/plain' }))
  try {
    await navigator.clipboard.write([new ClipboardItem({ 'text/plain': content })])
    return true
  } catch {
    await Promise.allSettled([content])
    return false
  }
}
