/** White space and control characters, which text on one line and databases don't take. */
const SPACE = /[\s\p{Cc}]/gu
/** One by one: a pattern for the whole run needs as much stack as the run is long. */
const REPEATED_SPACE = /[\s\p{Cc}](?=[\s\p{Cc}])/gu

/** A text as one line of whole characters: each run of white space and control characters is one space, none at its ends. */
export function oneLine(text: string): string {
  return text.replace(REPEATED_SPACE, '').replace(SPACE, ' ').trim().toWellFormed()
}
