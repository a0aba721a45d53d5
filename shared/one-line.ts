/** White space and control characters, which single-line text and databases don't accept. */
const SPACE = /[\s\p{Cc}]/gu
/** One by one: a pattern for the whole run would use as much stack as the run is long. */
const REPEATED_SPACE = /[\s\p{Cc}](?=[\s\p{Cc}])/gu

/**
 * A text as one line of valid characters: each run of white space and control characters becomes one space, the ends
 * are trimmed.
 */
export function oneLine(text: string): string {
  return text.replace(REPEATED_SPACE, '').replace(SPACE, ' ').trim().toWellFormed()
}
