import type { Candidate } from './candidates.ts'
import { isQuestion, numbersIn, selfContained } from './cues.ts'
import { introduces } from './points.ts'
import { phrases } from './phrases.ts'
import { wordsOf } from './words.ts'

const FEWEST_WORDS = 8
const MOST_WORDS = 40
const FILLER = /\b(?:um|uh|er|erm|mm|hmm|you know|i mean|sort of|kind of)\b|\b\w+-(?=\s|$)/gi
const STAND = /\b(?:I|we|our|my)\b/
const FEELING = phrases(
  String.raw`love, hate, great, best, worst, problem, frustrat\w+, happy, amazing, terrible, save[sd]?, lose, lost, need, want, believe,
  hope, expect\w*, important, if you can, higher, lower, complain\w*, worr\w+, concern\w*, cannot, can't, without, never, only`,
)

/**
 * How well a sentence stands on its own as a quote; 0: not at all. A quote is shown word for word, so it has to be whole,
 * unbroken and nearly free of fillers as it was said.
 */
export function quoteWorth(candidate: Candidate): number {
  const { text, unbroken } = candidate.sentence
  const count = wordsOf(text).length
  if (!unbroken || count < FEWEST_WORDS || count > MOST_WORDS || isQuestion(text) || introduces(text, candidate.sentence.speaker)) return 0
  const fillers = text.match(FILLER)?.length ?? 0
  if (fillers > 1) return 0
  const telling = (STAND.test(text) ? 0.4 : 0) + (FEELING.test(text) ? 0.4 : 0) + Math.min(2, numbersIn(text)) * 0.2
  return (0.3 + candidate.score) * (0.4 + telling + 0.5 * candidate.importance) * selfContained(text) * (fillers === 0 ? 1 : 0.5)
}
