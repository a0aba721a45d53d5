import type { Segment } from '@callfolio/shared/contract/transcript.ts'

/** Kinds of content that a recap needs and a line may hold. */
export type CandidateKind = 'step' | 'number' | 'decision' | 'day' | 'objection' | 'question'

/** A line of a call worth asking a model about. */
export interface Candidate {
  /** Its index in the call. */
  place: number
  kinds: ReadonlySet<CandidateKind>
}

/** Shorter lines hold nothing on their own: "I will." */
const FEWEST_WORDS = 4
const DAY =
  /\b(?:(?:mon|tues|wednes|thurs|fri|satur|sun)day|today|tonight|tomorrow|this (?:week|afternoon|morning|evening)|next (?:week|month|quarter|year)|end of (?:the )?(?:day|week|month|quarter|year)|in (?:a|one|two|three|four|a couple of) (?:days?|weeks?|months?)|(?:january|february|march|april|may|june|july|august|september|october|november|december)\b|the \w+(?:st|nd|rd|th)\b|o'clock)/i
const DOES = String.raw`(?:(?:also|just|then|probably|definitely|happily|actually|quickly|personally|always|now|gladly|please|go ahead and|go and|try (?:to|and)|make sure (?:to|I|we|you)|have to|need to|be able to) )*[a-z]{2,}`
const NO_NAME =
  'I\\b|What|That|This|It|There|Then|And|But|So|If|When|Who|You|They|He|She|We|Which|How|Nobody|Everybody|Someone'
/**
 * Tuned on server/eval/sales/chosen-on: 16% of its lines match, and 97% of its noted steps have a matching line at most
 * one line away.
 */
const STEP: readonly RegExp[] = [
  // Promises.
  new RegExp(
    String.raw`\b(?:I|we)(?:['’]ll| will| shall|['’]m going to|['’]re going to| am going to| are going to) (?!not\b|never\b|see\b|be\b)${DOES}`,
    'i',
  ),
  /\bI(?:['’]d better| must|['’]ve got to| have to| need to) (?:ask|tell|check|speak|talk|ring|write|send|get|find|call|look|bring|show)\b/i,
  /\b(?:let me (?!know|see|show|share|think|guess|ask you|tell you|say|finish|be|put it)|leave (?:it|that|this) (?:with|to) (?:me|us)|I['’]m (?:sending|writing|preparing|booking|getting|coming)|I (?:send|write|do|bring|book|call|check|ask|take) (?:you|it|that|them|him|her)\b)/i,
  /\byou(?:['’]ll| will) (?:have|get|hear|receive)\b/i,
  // Offers.
  /\b(?:shall|should) (?:I|we)\b|\b(?:want|like) (?:me|us) to\b/i,
  /\b(?:I|we) (?:can|could|might) (?:also |just |certainly |definitely )?(?:send|get|write|put|bring|ask|do|have|make|set|show|check|find|call|come|start|give|take|share|book|look|try|swap|work|offer|draft|prepare)\b/i,
  // Requests and orders.
  /(?<!\b(?:how|what|when|where|which|who|why) )\b(?:can|could|will|would) you (?!(?:all |both |still )?(?:say|hear|see|want|consider)\b|tell me (?:what|how|why|who|a bit|more)|explain|imagine|believe|live|do without|be\b)/i,
  /\bI(?:['’]d| would)? (?:need|like|want) (?:you|it|that|this|the) (?:to|by|on|in writing|before|back|from)\b|\bI (?:need|want) (?:a|an|the|that|your|it)\b.*\b(?:by|before|from you|in writing|on)\b/i,
  /\bplease (?:send|write|put|give|let|do|tell|check|bring|include|call|add|make|ask|copy)\b|\bsend (?:it|me|us|that|them|him|her|over)\b/i,
  /^(?:(?:and|so|then|okay|ok|yes|yeah|right|good|perfect|great|no|fine),? )*(?:send|email|e-mail|mail|write|call|ring|check|ask|bring|book|put|get|give|forward|set up|draft|prepare|confirm|find out|talk to|speak (?:to|with)|include|add|let (?!me\b|us\b|go\b))\b (?!it['’]?s)/i,
  // Assigned to a named person.
  new RegExp(
    String.raw`\b(?!${NO_NAME})\p{Lu}\p{L}+(?:['’]ll|['’]s going to| will| is going to| sends?| writes?| brings?| comes?| does (?:it|that)| takes (?:it|that|care))\b`,
    'u',
  ),
  // With a deadline.
  /\b(?:by|on|until|before) (?:end of |the )?(?:mon|tues|wednes|thurs|fri|satur|sun)day|\bby (?:tomorrow|tonight|noon|the end|next)\b|\btomorrow (?:morning|afternoon)\b|\b(?:mon|tues|wednes|thurs|fri)day (?:morning|afternoon|week|the)\b/i,
]
const NUMBER =
  /\d|[€$£%]|\b(?:hundred|thousand|million|percent|per cent|dollars?|pounds?|euros?|cents?|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|dozen)\b/i
const DECISION =
  /\b(?:agreed|deal\b|decided?|decision|settled|let['’]s (?:do|go|start|take|say)|we(?:['’]ll| will) go with|go ahead|sign(?:ed|s|ing)?|approved?|accept(?:ed|s)?|that['’]s fine|works for (?:me|us)|we['’]re in)\b/i
const OBJECTION =
  /\b(?:problem|issue|worr(?:y|ied|ies)|concern(?:ed|s)?|afraid|too (?:much|expensive|high|long|slow|late)|can['’]t|cannot|won['’]t|not (?:sure|happy|allowed|possible|acceptable)|doesn['’]t|don['’]t have|never|fails?|failed|lost|lose|losing|missing|wrong|hard|difficult|complain\w*|unless|but we|need(?:s|ed)?|must)\b/i

/**
 * Chooses the lines to ask a model about, with high recall: about one in six may hold a next step. English only; other
 * languages yield none.
 */
export function candidatesIn(segments: readonly Pick<Segment, 'text'>[]): Candidate[] {
  return segments.flatMap(({ text }, place) => {
    const kinds = getKinds(text)
    return kinds.size === 0 ? [] : [{ place, kinds }]
  })
}

/** Whether words may hold a next step. */
export function mayHoldStep(text: string): boolean {
  return STEP.some((pattern) => pattern.test(text))
}

/** @returns ids of the lines that may hold a next step, in call order. */
export function stepLines(segments: readonly Segment[]): string[] {
  return candidatesIn(segments).flatMap(({ place, kinds }) => (kinds.has('step') ? (segments[place]?.id ?? []) : []))
}

function getKinds(text: string): Set<CandidateKind> {
  if ((text.match(/[\p{L}\p{N}]+/gu)?.length ?? 0) < FEWEST_WORDS) return new Set()
  const found: Record<CandidateKind, boolean> = {
    step: mayHoldStep(text),
    number: NUMBER.test(text),
    decision: DECISION.test(text),
    day: DAY.test(text),
    objection: OBJECTION.test(text),
    question: text.trim().endsWith('?'),
  }
  return new Set((Object.keys(found) as CandidateKind[]).filter((kind) => found[kind]))
}
