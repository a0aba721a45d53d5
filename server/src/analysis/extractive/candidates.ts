import type { Segment } from '@callfolio/shared/contract/transcript.ts'

/** Kinds of content that a recap needs and a line may hold. */
export type CandidateKind = 'number' | 'decision' | 'day' | 'objection' | 'question'

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
const NUMBER =
  /\d|[€$£%]|\b(?:hundred|thousand|million|percent|per cent|dollars?|pounds?|euros?|cents?|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|dozen)\b/i
const DECISION =
  /\b(?:agreed|deal\b|decided?|decision|settled|let['’]s (?:do|go|start|take|say)|we(?:['’]ll| will) go with|go ahead|sign(?:ed|s|ing)?|approved?|accept(?:ed|s)?|that['’]s fine|works for (?:me|us)|we['’]re in)\b/i
const OBJECTION =
  /\b(?:problem|issue|worr(?:y|ied|ies)|concern(?:ed|s)?|afraid|too (?:much|expensive|high|long|slow|late)|can['’]t|cannot|won['’]t|not (?:sure|happy|allowed|possible|acceptable)|doesn['’]t|don['’]t have|never|fails?|failed|lost|lose|losing|missing|wrong|hard|difficult|complain\w*|unless|but we|need(?:s|ed)?|must)\b/i

/** Chooses the lines to ask a model about. English only; other languages yield none. */
export function candidatesIn(segments: readonly Pick<Segment, 'text'>[]): Candidate[] {
  return segments.flatMap(({ text }, place) => {
    const kinds = getKinds(text)
    return kinds.size === 0 ? [] : [{ place, kinds }]
  })
}

function getKinds(text: string): Set<CandidateKind> {
  if ((text.match(/[\p{L}\p{N}]+/gu)?.length ?? 0) < FEWEST_WORDS) return new Set()
  const found: Record<CandidateKind, boolean> = {
    number: NUMBER.test(text),
    decision: DECISION.test(text),
    day: DAY.test(text),
    objection: OBJECTION.test(text),
    question: text.trim().endsWith('?'),
  }
  return new Set((Object.keys(found) as CandidateKind[]).filter((kind) => found[kind]))
}
