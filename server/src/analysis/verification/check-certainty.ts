import type { Segment } from '@callfolio/shared/contract/transcript.ts'
import { isSaid, saidStems } from './check-words.ts'
import type { Call, Claim, Fault } from './claim.ts'
import { daysIn } from '../language/days.ts'
import { contentStems } from '../language/english.ts'
import { accepts } from '../extractive/acts.ts'

/** A line with this share of a claim's content words is a source of the claim. */
const MADE_OF = 0.5
/** Lines after a question in which it may be accepted. */
const REACH = 3
/** The claim itself says that it is open. */
const HEDGED =
  /\b(?:if|unless|whether|may|might|could|would|possibl[ey]|perhaps|maybe|consider\w*|threat\w*|ask(?:s|ed|ing)?|open|question\w*|wonder\w*|want\w*|wish\w*|hope[sd]?|need\w*|propos\w+|suggest\w*|offer\w*|depend\w*|once|when|until|after|before|provided|tr(?:y|ies)|check\w*|find out|clarif\w+|confirm\w*|decid\w*|look into|see)\b/i
/** Accepts or answers a question. */
const ANSWERS = /\b(?:I|we)(?:['’]ll| will| can)\b|\b(?:yes|correct|exactly)\b/i
const QUESTION = /\?\s*$|\b(?:the question is|i wonder|what if)\b/i
const CONDITION =
  /(?:^|[,;.]\s*|\b(?:and|but|so|or)\s+)(?:if|unless)\b|\b(?:might|maybe|perhaps|in theory|one day|imagine|wish|let['’]s see|we['’]ll see|think about|could be)\b/i

/** Checks that a claim's fact, step or agreement was more than a question, a threat or a hypothetical. */
export function checkCertainty(claim: Claim, call: Call): Fault | null {
  if (HEDGED.test(claim.text)) return null
  const words = new Set(contentStems(claim.text)).difference(call.speakerStems)
  if (words.size < 2) return null
  const sentences = claim.lines.flatMap((line) =>
    sentencesIn(line.text).map((text) => ({ line, text, share: shareIn(words, text) })),
  )
  const best = Math.max(...sentences.map(({ share }) => share))
  if (best < MADE_OF && claim.lines.length > 1) return null
  const isFirm = ({ line, text }: (typeof sentences)[number]) => !isOpen(text, line, call)
  return sentences.filter(({ share }) => share === best).some(isFirm) ? null : { reason: 'uncertain', detail: null }
}

function sentencesIn(text: string): string[] {
  return text.split(/(?<=[.?!])\s+/).filter((sentence) => sentence.trim() !== '')
}

function shareIn(words: ReadonlySet<string>, text: string): number {
  const said = saidStems([text])
  return [...words].filter((word) => isSaid(word, said)).length / words.size
}

/** Asked without being accepted, or qualified with an "if" or a "might". */
function isOpen(sentence: string, line: Segment, call: Call): boolean {
  if (!QUESTION.test(sentence) && !CONDITION.test(sentence)) return false
  const place = call.places.get(line) ?? -1
  const answers = call.segments.slice(place + 1, place + 1 + REACH).filter(({ speaker }) => speaker !== line.speaker)
  return !answers.some(({ text }) => accepts(text) || ANSWERS.test(text) || daysIn(text, null).length > 0)
}
