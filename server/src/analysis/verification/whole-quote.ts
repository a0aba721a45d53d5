import { ABBREVIATION } from '../../transcription/sentence-lines.ts'

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
 * Where a quote begins and ends so that it says what was said: at the ends of sentences. A sentence that would be a speech
 * is cut at its clauses, unless it says no, or "if", outside the quote.
 * @param text what one speaker said in adjacent lines.
 * @returns null when it would become a speech.
 */
export function wholeQuote(text: string, quote: Cut): Cut | null {
  const sentences = cutAt(text, quote, sentenceEnds(text))
  if (!isSpeech(sentences, quote)) return sentences
  if (TURNS.test(text.slice(sentences.from, quote.from)) || TURNS.test(text.slice(quote.to, sentences.to))) return null
  const clauses = cutAt(text, quote, [...text.matchAll(CLAUSE_END)].map(endOf))
  return isSpeech(clauses, quote) ? null : clauses
}

function isSpeech(cut: Cut, quote: Cut): boolean {
  return cut.to - cut.from > LONGEST && cut.to - cut.from > quote.to - quote.from
}

/** @param ends in order. The text's beginning and end are borders too. */
function cutAt(text: string, quote: Cut, ends: readonly number[]): Cut {
  const before = ends.findLast((end) => end <= quote.from) ?? 0
  const opening = /^[\s"“‘'([—–-]*/.exec(text.slice(before))?.[0].length ?? 0
  return { from: before + opening, to: ends.find((end) => end >= quote.to) ?? text.length }
}

function sentenceEnds(text: string): number[] {
  return [...text.matchAll(SENTENCE_END)]
    .filter((found) => found[0].trim() !== '.' || !isWithinSentence(text, endOf(found)))
    .map(endOf)
}

/** Whether a full stop is an abbreviation's, or is followed by the same sentence. */
function isWithinSentence(text: string, end: number): boolean {
  return ABBREVIATION.test(text.slice(Math.max(0, end - 10), end)) || /^\p{Ll}/u.test(text.slice(end))
}

function endOf({ 0: found, index }: RegExpExecArray): number {
  return index + found.length
}
