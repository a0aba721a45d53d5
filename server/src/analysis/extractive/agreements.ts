import { oneOf } from './phrases.ts'
import type { Candidate } from './candidates.ts'
import { isAgreed, takesUp } from './decisions.ts'
import { retold } from './retell.ts'
import type { Sentence } from './sentences.ts'
import { contentStems, wordsOf } from './words.ts'

const HEAD = /^(?:(?:then|so|and|okay|let's say),? )*(?:let's|let us|(?:we'll|we will|we're going to|we are going to|we're gonna)(?: (?:just|then|all|now|both))*|we(?: just| both)? (?=(?:go|take|leave|keep|stick|start|skip|drop)\b)) ?/i
const CHOICE = new RegExp(
  String.raw`^(?:not )?${oneOf(String.raw`use, have, go (?:with|for|ahead|back|live), take, keep, do, make, start, put, build, omit, skip, drop, leave, stick, include, launch, add, remove, change, choose, pick, install, work, aim, run, buy,
  switch, stay, meet, set, plan, limit, test, try, try out, pilot, train, move, order, split, wait, hold, increase, reduce, lower, raise, fix, replace, sign, pay, target, focus, send, give, write, combine, separate, avoid, allow`)}\b`,
  'i',
)
const OF_THE_TALK = /\b(?:start (?:there|then|from|off|over)|do that (?:now|first)|go (?:on|through|over|back to)|have a (?:look|yarn|chat)|do (?:it|that|this)\.|start (?:it|this)\b|move on|keep going|put it that way|leave it (?:there|at that)|work (?:it|that) out)\b/i
const TO_ONE = /\b(?:you|your)\b/i
/** What leans on the sentence before tells nothing here. */
const LEANS = /^\w+ (?:it|that|this|them|those|these|one)\b/i
const NEXT_THOUGHT = /,? (?:and then|'cause|because|so that|which)\s|, (?:and|but|so)? ?(?=(?:I|we|you|it|they|he|she|that|there|if|in)\b)/i
const FEWEST_WORDS = 4
const FEWEST_STEMS = 2

/**
 * What a sentence says was agreed, told as such: "Let's keep eight hours for the north" becomes "It was agreed to keep
 * eight hours for the north."
 * @returns null when it proposes nothing to all of them, or nobody agreed.
 */
export function agreement({ text, sentence }: Candidate, sentences: readonly Sentence[]): string | null {
  const head = HEAD.exec(text)
  if (head === null || text.endsWith('?') || TO_ONE.test(text)) return null
  const choice = upToNextThought(text.slice(head[0].length))
  if (!CHOICE.test(choice) || OF_THE_TALK.test(choice) || LEANS.test(choice) || new Set(contentStems(choice)).size < FEWEST_STEMS || !(isAgreed(sentence, sentences) || takesUp(sentence, sentences))) return null
  return `It was agreed to ${retold(choice, { speaker: sentence.speaker, listener: null, doer: sentence.speaker })}`
}

function upToNextThought(choice: string): string {
  const cut = choice.search(NEXT_THOUGHT)
  return cut < 0 || wordsOf(choice.slice(0, cut)).length < FEWEST_WORDS ? choice : `${choice.slice(0, cut)}.`
}
