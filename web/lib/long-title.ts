/** Characters. */
const LONG = 90

/** Whether to use a smaller font for a title, so that it doesn't fill the screen or the page. */
export function isLongTitle(title: string): boolean {
  return title.length > LONG
}
