/** Characters. */
const LONG = 90

/** Whether a title is set smaller, so that it doesn't fill the screen or the page. */
export function isLongTitle(title: string): boolean {
  return title.length > LONG
}
