/** A longer quote is a speech. */
const LONGEST = 600
const SENTENCE_END = /[.?!…]+["'”’)\]]*(?:\s+|$)|[。？！]+|\n/gu
/** One thing said ends and the next begins here. */
const CLAUSE_END =
  /[,;:.?!…]+["'”’)\]]*(?=\s|$)|[，、；：。？！]+|\n|\s[—–-]+(?=\s)|(?<=\s)(?=(?:and|but|because|so|or|then|which|who)\s)/giu
/** What stands after one of these in a sentence is not what its speaker says is so. */
const TURNS =
  /\b(?:one more|not|never|cannot|no|nobody|nothing|without|hardly|doubt|unless|if|whether|wish|imagine|suppose|pretend|refuse\w*|would have|instead of)\b|n['’]t\b/i

interface Cut {
  /** First and past-the-end character. */
  from: number
  to: number
}

/**
 * Where a quote begins and ends so that it says what was said: at clause borders, and with its whole sentence when that
 * sentence says no, or "if", outside the quote.
 * @param text what one speaker said in adjacent lines.
 * @returns null when it would become a speech.
 */
export function wholeQuote(text: string, quote: Cut): Cut | null {
  const sentence = { from: borderBefore(text, quote.from, SENTENCE_END), to: borderAfter(text, quote.to, SENTENCE_END) }
  const turned = TURNS.test(text.slice(sentence.from, quote.from)) || TURNS.test(text.slice(quote.to, sentence.to))
  const cut = turned
    ? sentence
    : { from: borderBefore(text, quote.from, CLAUSE_END), to: borderAfter(text, quote.to, CLAUSE_END) }
  return cut.to - cut.from > LONGEST && cut.to - cut.from > quote.to - quote.from ? null : cut
}

/** The last border at or before a place; the text's beginning is one. */
function borderBefore(text: string, place: number, border: RegExp): number {
  let last = 0
  for (const { 0: found, index } of text.matchAll(border)) {
    if (index + found.length > place) break
    last = index + found.length
  }
  return last + (/^[\s"“‘'([—–-]*/.exec(text.slice(last))?.[0].length ?? 0)
}

function borderAfter(text: string, place: number, border: RegExp): number {
  for (const { 0: found, index } of text.matchAll(border))
    if (index + found.length >= place) return index + found.length
  return text.length
}
