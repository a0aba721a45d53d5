import { oneOf, phrases } from './phrases.ts'
import type { Sentence } from './sentences.ts'

const CHOOSING = oneOf(`use, have, go, take, keep, do, make, start, put, build, omit, skip, drop, leave, stick, say, include, launch, add, remove,
  change, choose, pick, install, want, need, work, aim, run, buy, switch, stay, meet, set`)
const SETTLES = phrases(String.raw`decid\w+, decision, (?:we|i)(?:'ll| will| are going to|'re going to|'re gonna|'m gonna| just| then)? (?:just |then )?${CHOOSING},
  let's ${CHOOSING}, let us ${CHOOSING}, agree[ds]?, should (?:be|have|use|install), (?:is|are) going to be, will be, stick with,
  go(?:ing)? (?:with|for|ahead), in favou?r of, start with, put \w+ in, of course`)
const CHOOSES = phrases(String.raw`(?:we|i|they|board)(?:'ve| have| has)? decid\w+, decision, agreed, we (?:just )?(?:take|change|switch|go (?:with|for|ahead)|leave|drop|skip|start with|stick|keep), we(?:'ll| will) (?:go|take|leave|start|keep|stick|drop|skip|switch|change),
  let's ${CHOOSING}, put \w+ in, we(?:'re| are) not (?:doing|buying|taking|going), we don't need, off the (?:quote|table|list), start with, go ahead, stick with, in favou?r of`)
const PROPOSES = phrases(String.raw`we (?:could|should|can|might), maybe we, how about, what about, i(?:'d| would) (?:suggest|propose|recommend|like), i suggest,
  i propose, would be (?:good|nice|better|great|best)`)
const AGREES = new RegExp(
  String.raw`^(?:um+,? |uh,? )?${oneOf(`yeah, yes, yep, okay, ok, right, sure, exactly, good, great, fine, true, agreed, absolutely, done, noted, perfect, deal, understood, lovely, grand, brilliant, cool, no problem, fair enough, works for (?:me|us), i agree, sounds good,
  that's (?:fine|good|right|true)`)}\b`,
  'i',
)
const TAKES_UP = /^(?:\w+\.? )?(?:well,? )?then (?:let's|we)\b/i
/** Sentences in which others answer. */
const ANSWERED_WITHIN = 3

/** How much a sentence sounds like something that was settled, 0–1: the words of a choice, and that others agree. */
export function settles(sentence: Sentence, sentences: readonly Sentence[]): number {
  const said = SETTLES.test(sentence.text) ? 0.7 : PROPOSES.test(sentence.text) ? 0.5 : 0
  return said > 0 && isAgreed(sentence, sentences) ? said + 0.3 : said
}

/** How much a sentence of a sales call sounds like something that was settled, 0–1; "we have" and "we need" tell there how things are. */
export function settlesDeal(sentence: Sentence, sentences: readonly Sentence[]): number {
  const said = CHOOSES.test(sentence.text) ? 0.7 : 0
  return said > 0 && (isAgreed(sentence, sentences) || takesUp(sentence, sentences)) ? said + 0.3 : said
}

/** True for a sentence that takes up what somebody else has just proposed ("Okay, then we …"). */
export function takesUp({ index, speaker, text }: Sentence, sentences: readonly Sentence[]): boolean {
  if (TAKES_UP.test(text)) return true
  const [before, earlier] = [sentences[index - 1], sentences[index - 2]]
  const afterOther = before?.speaker !== speaker
  return afterOther ? AGREES.test(text) : before !== undefined && earlier?.speaker !== speaker && AGREES.test(before.text)
}

/** True when somebody else agrees right after a sentence. */
export function isAgreed(sentence: Sentence, sentences: readonly Sentence[]): boolean {
  const answers = sentences.slice(sentence.index + 1, sentence.index + 1 + ANSWERED_WITHIN)
  return answers.some(({ speaker, text }) => speaker !== sentence.speaker && AGREES.test(text))
}
