import type { Candidate } from './candidates.ts'
import { phrases } from './phrases.ts'
import type { Sentence } from './sentences.ts'

const AGREEMENT = /^(?:um+,? |uh,? )?(?:yeah|yes|yep|okay|ok|right|sure|exactly|good|great|fine|true|agreed|absolutely|i agree|sounds good|that's (?:fine|good|right|true))\b/i
const SETTLES = phrases(String.raw`decid\w+, decision, we(?:'ll| will| are going to|'re going to|'re gonna) (?:use|have|go|take|keep|do|make|start|put|build|omit|skip|drop), let's (?:go|do|use|take|say|have|keep|make|start|put|work),
  we (?:use|take|keep|want|need|stick), agree[ds]?, should (?:be|have|use|install), (?:is|are) going to be, definitely, stick with, go(?:ing)? (?:with|for|ahead), instead of, in favou?r of, i(?:'d| would) say`)
const PROPOSES = phrases(`we (?:could|should|can|might), maybe we, how about, what about, i(?:'d| would) (?:suggest|propose|recommend|like), i suggest, i propose, would be (?:good|nice|better|great|best)`)

/** How much a sentence sounds like something that was settled, 0–1. */
export function decides({ sentence }: Candidate, sentences: readonly Sentence[]): number {
  const answered = sentences.slice(sentence.index + 1, sentence.index + 4).some((next) => next.speaker !== sentence.speaker && AGREEMENT.test(next.text))
  const said = SETTLES.test(sentence.text) ? 0.7 : PROPOSES.test(sentence.text) ? 0.5 : 0
  return said + (answered && said > 0 ? 0.3 : 0)
}
