import type { Segment } from '@callfolio/shared/contract/transcript.ts'
import { accepts, isAboutTheCall, isConditional, isHypothetical, refuses, withoutAndIf } from '../../extractive/acts.ts'

/** How far after a request or an offer its answer may come, in lines. */
const ANSWER_WITHIN = 3
const SENTENCE_END = /(?<=[.?!])\s+/
const ADVERBS = String.raw`(?:(?:also|just|then|probably|definitely|happily|actually|quickly|personally|gladly|have to|try to|go and|make sure) )*`
/** What isn't done after the call, or not by the speaker. */
const NO_TASK = String.raw`(?!not\b|never\b|see\b|be\b|say\b|tell you\b|ask you\b|need\b|want\b|have (?!it\b|that\b|to\b|the\b|a\b)|know\b|think\b|admit\b|take (?:it|that) (?:as|from)\b|stop\b|read (?:it|that) back\b|show you\b(?!.*\b(?:day|week|tomorrow)\b))`
const PROMISE: readonly RegExp[] = [
  new RegExp(
    String.raw`\b(?:I|we)(?:['’]ll| will| shall|['’]m going to|['’]re going to) ${ADVERBS}${NO_TASK}[a-z]{2,}`,
    'i',
  ),
  /\bI(?:['’]d better| must|['’]ve got to| have to| need to) (?:ask|check|speak|talk|ring|write|send|call|look into)\b/i,
  /\b(?:leave (?:it|that|this)(?: one)? (?:with|to) (?:me|us)|leave \p{Lu}\p{L}+ (?:with|to) me|I owe you)\b/u,
  /\bI (?:send|write|bring|book|call|check|ask|ring) (?:you|it|that|them|him|her|the|\p{Lu}\p{L}+)\b/u,
  /\bI['’]m (?:sending|writing|preparing|booking|bringing)\b/i,
  /\b(?:you(?:['’]ll| will) (?:have|get|hear|receive)|you can (?:have|expect)) (?:it|that|them|the|this|a|an|from)\b/i,
]
const OFFER =
  /\b(?:shall|should) I (?!show\b)|\b(?:want|like) (?:me|us) to (?!show\b)|\bI (?:can|could|might|['’]d be happy to|would be happy to) (?:also |just |certainly |definitely )?(?!show\b)[a-z]{2,}/i
const REQUEST: readonly RegExp[] = [
  /(?<!\b(?:how|what|when|where|which|who|why) )\b(?:can|could|will|would) you (?:both |all |please |just |maybe |also )*(?!say\b|hear\b|see\b|want\b|consider\b|tell me (?:what|how|why|who|a bit|more)|explain|imagine|believe|live|do without|be\b|like\b|mind\b|(?:do|make) (?:it )?(?:on )?(?:mon|tues|wednes|thurs|fri)day)[a-z]{2,}/i,
  /\bif you could\b|\bI(?:['’]d| would)? (?:just )?(?:need|want|like)\b.*\bfrom you\b|\bI(?:['’]d| would)? (?:need|want|like) you to\b/i,
  /\bplease (?:send|write|put|give|let|do|check|bring|include|call|add|make|ask|copy)\b|\bsend (?:it|me|us|that|them) (?:over|to|by|on|when|as|before|again)\b/i,
]
const DECLINES = /^(?:(?:no|oh),? )*you (?:won['’]t|will not|don['’]t (?:need|have) to)\b/i
/** "leave that one with me": the task that was just told is the speaker's. */
const TAKES_OVER =
  /\bleave (?:it|that|this)(?: one)? (?:with|to) (?:me|us)\b|\bI['’]ll (?:take|do|handle|look after) (?:that|it|this)\b|\bactually\b.*\bI['’]ll\b|^no,? I['’]ll\b/i

/**
 * Who can be the owner of the task in a line, by its words: who promises, who is asked and doesn't refuse, who is named.
 * @returns names; empty if the line creates no task, or only under a condition.
 */
export function ownersByLine(segments: readonly Segment[], place: number): Set<string> {
  const { speaker = null, text = '' } = segments[place] ?? {}
  const people = [...new Set(segments.flatMap(({ speaker: name }) => name ?? []))]
  const owners = new Set<string>()
  for (const sentence of text.split(SENTENCE_END)) {
    const told = withoutAndIf(sentence)
    if (!isConditional(told) && !isHypothetical(told) && !isAboutTheCall(told)) {
      if (speaker !== null && PROMISE.some((pattern) => pattern.test(told)) && !isDeclined(segments, place))
        owners.add(speaker)
      if (speaker !== null && OFFER.test(told) && isAccepted(segments, place)) owners.add(speaker)
      for (const name of people) if (isAssigned(told, name)) owners.add(name)
    }
    if (!REQUEST.some((pattern) => pattern.test(sentence))) continue
    const asked = people.find((name) => name !== speaker && isCalled(text, name)) ?? answerer(segments, place)
    if (asked !== null) owners.add(asked)
  }
  return owners
}

/** Whether a line's speaker takes over what was told just before it. */
export function takesOver(text: string): boolean {
  return TAKES_OVER.test(text)
}

/** "Priya sends the plan", "Priya, you send the plan", "Priya will". */
function isAssigned(text: string, name: string): boolean {
  const first = escaped(name.split(' ')[0] ?? name)
  return new RegExp(
    String.raw`\b${first}(?:,? (?:and )?you(?:['’]ll| will)? (?!are|have|were|know|said|mentioned|can|could|want)[a-z]{2,}|['’]ll\b| will\b| is going to\b|['’]s going to\b| (?!is|was|has|does|says|gets|wants|needs|thinks|knows|likes)[a-z]{2,}s\b(?!['’]))`,
    'u',
  ).test(text)
}

function isCalled(text: string, name: string): boolean {
  const first = escaped(name.split(' ')[0] ?? name)
  return new RegExp(String.raw`\b${first}(?:,|\?|$)|,\s*${first}\b`, 'u').test(text)
}

/** Whether the next line declines what was promised: "You will not, you have the boiler." */
function isDeclined(segments: readonly Segment[], place: number): boolean {
  const { speaker, text = '' } = segments[place + 1] ?? {}
  return speaker !== segments[place]?.speaker && (refuses(text) || DECLINES.test(text))
}

function isAccepted(segments: readonly Segment[], place: number): boolean {
  const [answer] = answers(segments, place)
  return answer !== undefined && accepts(answer.text)
}

/** Who answers a request, unless it is a refusal or a question. */
function answerer(segments: readonly Segment[], place: number): string | null {
  const [answer] = answers(segments, place)
  return answer === undefined || refuses(answer.text) ? null : answer.speaker
}

function answers(segments: readonly Segment[], place: number): Segment[] {
  const { speaker } = segments[place] ?? {}
  return segments.slice(place + 1, place + 1 + ANSWER_WITHIN).filter((line) => line.speaker !== speaker)
}

function escaped(name: string): string {
  return name.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
}
