import { ABBREVIATION } from '../../transcription/sentence-lines.ts'

/** Words; a longer quote is too long to show. */
const LONGEST = 600
const SENTENCE_END = /[.?!…]+["'”’)\]]*(?:\s+|$)|[。？！]+|\n/gu
/** A clause boundary. */
const CLAUSE_END =
  /[,;:.?!…]+["'”’)\]]*(?=\s|$)|[，、；：。？！]+|\n|\s[—–-]+(?=\s)|(?<=\s)(?=(?:and|but|because|so|or|then|which|who)\s)/giu
/** The speaker doesn't assert what follows one of these in a sentence. */
const TURNS =
  /\b(?:one more|not|never|cannot|no|nobody|nothing|without|hardly|doubt|unless|if|whether|wish|imagine|suppose|pretend|refuse\w*|would have|instead of)\b|n['’]t\b/i

interface Cut {
  /** Start and end offset, end exclusive. */
  from: number
  to: number
}

/**
 * Where to cut a quote so that it keeps its meaning: at the ends of sentences. A sentence that would be too long is cut
 * at its clauses, unless there is a negation or an "if" outside the quote.
 * @param text what one speaker said in adjacent lines.
 * @returns null when it would become too long.
 */
export function wholeQuote(text: string, quote: Cut): Cut | null {
  const sentences = cutAt(text, quote, sentenceEnds(text))
  if (!isSpeech(sentences, quote)) return sentences
  if (TURNS.test(text.slice(sentences.from, quote.from)) || TURNS.test(text.slice(quote.to, sentences.to))) return null
  const clauses = cutAt(text, quote, [...text.matchAll(CLAUSE_END)].map(getEnd))
  return isSpeech(clauses, quote) ? null : clauses
}

function isSpeech(cut: Cut, quote: Cut): boolean {
  return cut.to - cut.from > LONGEST && cut.to - cut.from > quote.to - quote.from
}

/** @param ends in order. The start and end of the text are boundaries too. */
function cutAt(text: string, quote: Cut, ends: readonly number[]): Cut {
  const before = ends.findLast((end) => end <= quote.from) ?? 0
  const opening = /^[\s"“‘'([—–-]*/.exec(text.slice(before))?.[0].length ?? 0
  return { from: before + opening, to: ends.find((end) => end >= quote.to) ?? text.length }
}

function sentenceEnds(text: string): number[] {
  return [...text.matchAll(SENTENCE_END)]
    .filter((found) => found[0].trim() !== '.' || !isWithinSentence(text, getEnd(found)))
    .map(getEnd)
}

/** Whether a full stop belongs to an abbreviation, or the same sentence continues after it. */
function isWithinSentence(text: string, end: number): boolean {
  return ABBREVIATION.test(text.slice(Math.max(0, end - 10), end)) || /^\p{Ll}/u.test(text.slice(end))
}

function getEnd({ 0: found, index }: RegExpExecArray): number {
  return index + found.length
}
