/**
 * Copies text without a click, from a page that is never shown: the asynchronous clipboard needs one in front.
 * @returns whether the browser accepted it.
 */
export function copyUnseen(text: string): boolean {
  const field = document.createElement('textarea')
  field.value = text
  document.body.append(field)
  field.select()
  const isCopied = document.execCommand('copy')
  field.remove()
  return isCopied
}
