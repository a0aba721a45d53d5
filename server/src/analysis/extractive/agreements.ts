import { oneOf } from './phrases.ts'
import type { Candidate } from './candidates.ts'
import { isAgreed } from './decisions.ts'
import { retold } from './retell.ts'
import type { Sentence } from './sentences.ts'
import { contentStems } from './words.ts'

const HEAD = /^(?:(?:then|so|and|okay|let's say),? )*(?:let's|let us|(?:we'll|we will|we're going to|we are going to|we're gonna)(?: (?:just|then|all|now|both))*|we(?: just| both)? (?=(?:go|take|leave|keep|stick|start|use|stay|skip|drop)\b)) ?/i
const CHOICE = new RegExp(
  String.raw`^(?:not )?${oneOf(String.raw`use, have, go (?:with|for|ahead|back|live), take, keep, do, make, start, put, build, omit, skip, drop, leave, stick, include, launch, add, remove, change, choose, pick, install, work, aim, run, buy,
  switch, stay, meet, set, plan, limit, test, try, try out, pilot, train, move, order, split, wait, hold, increase, reduce, lower, raise, fix, replace, sign, pay, target, focus, send, give, write, combine, separate, avoid, allow`)}\b`,
  'i',
)
const OF_THE_TALK = /\b(?:start (?:there|then|from|off|over)|do that (?:now|first)|go (?:on|through|over|back to)|have a (?:look|yarn|chat)|do (?:it|that|this)\.|start (?:it|this)\b|move on|keep going|put it that way|leave it (?:there|at that)|work (?:it|that) out)\b/i
const TO_ONE = /\b(?:you|your)\b/i
const FEWEST_STEMS = 2

/**
 * What a sentence says was agreed, told as such: "Let's keep eight hours for the north" becomes "It was agreed to keep
 * eight hours for the north."
 * @returns null when it proposes nothing to all of them, or nobody agreed.
 */
export function agreement({ text, sentence }: Candidate, sentences: readonly Sentence[]): string | null {
  const head = HEAD.exec(text)
  if (head === null || text.endsWith('?') || TO_ONE.test(text)) return null
  const choice = text.slice(head[0].length)
  if (!CHOICE.test(choice) || OF_THE_TALK.test(choice) || new Set(contentStems(choice)).size < FEWEST_STEMS || !isAgreed(sentence, sentences)) return null
  return `It was agreed to ${retold(choice, { speaker: sentence.speaker, listener: null, doer: sentence.speaker })}`
}
