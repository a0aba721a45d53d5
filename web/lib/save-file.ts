/** How long a browser may take to begin with what it was given. ms. */
const HOLD_MS = 60_000

/** Hands a file to the browser to be saved under this name. */
export function saveFile(name: string, content: Blob): void {
  const url = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // Some browsers read it only after the click is over.
  setTimeout(() => URL.revokeObjectURL(url), HOLD_MS)
}
