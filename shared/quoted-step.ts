// A next step may quote the call: `Ana: “Do you have a list?” – “I'll send it.”`, or
// `Ana: Send the list (“I'll send it.”)`.

const QUOTE_AFTER = / \(“.*”\)$/su
const CONTEXT = /“[^”]*” – (?=“)/gu

/** A step's text without the quote after its own words; a step that is only a quote stays as it is. */
export function withoutQuote(text: string): string {
  return text.replace(QUOTE_AFTER, '')
}

/** A step's text without what others said before the owner's own words. */
export function withoutContext(text: string): string {
  return text.replaceAll(CONTEXT, '')
}
