/** The lines of a text that hold something. */
export function paragraphsOf(text: string): string[] {
  return text
    .split('\n')
    .map(oneLine)
    .filter((line) => line !== '')
}

/** A text without line ends and without more than one space in a row. */
export function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim()
}
