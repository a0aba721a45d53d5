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
/** States an agreement. */
const FIRM = /\b(?:agree[sd]|accept(?:s|ed)|approve[sd]|promise[sd]|settled|decided|commit(?:s|ted))\b/i
const NOT_FIRM = /\b(?:not|never|no|without|if|unless|subject|depend\w*|pending|until|once|provided)\b|n['’]t\b/i
/** Holds an agreement back. */
const NOT_YET =
  /\b(?:can['’]t|cannot|won['’]t|wouldn['’]t|couldn['’]t|not) (?:say(?:ing)? yes|promis(?:e|ing)|agree(?:ing)?|commit(?:ting)?|sign(?:ing)? (?:it|that|anything))\b|\b(?:subject to|above me)\b/i
const APPROVED = /\bapprove[sd]?\b/i
/** "I can do that without asking Dad" is no approval of his. */
const UNASKED = /\bwithout asking\b/i
/** Accepts or answers a question. */
const ANSWERS = /\b(?:I|we)(?:['’]ll| will| can)\b|\b(?:yes|correct|exactly)\b/i
const QUESTION = /\?\s*$|\b(?:the question is|i wonder|what if)\b/i
const CONDITION =
  /(?:^|[,;.]\s*|\b(?:and|but|so|or)\s+)(?:if|unless)\b|\b(?:might|maybe|perhaps|in theory|one day|imagine|wish|let['’]s see|we['’]ll see|think about|could be)\b/i

/** Whether a claim says itself that it is open, asked or conditional. */
export function isHedged(text: string): boolean {
  return HEDGED.test(text)
}

/** Checks that a claim's fact, step or agreement was more than a question, a threat or a hypothetical. */
export function checkCertainty(claim: Claim, call: Call): Fault | null {
  const held = heldBack(claim)
  if (held !== null) return { reason: 'uncertain', detail: held }
  if (isHedged(claim.text)) return null
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

/** The words in the lines of a stated agreement that hold it back: "I can't say yes to that, it's above me." */
function heldBack({ text, lines }: Claim): string | null {
  if (!FIRM.test(text) || NOT_FIRM.test(text)) return null
  const said = lines.map((line) => NOT_YET.exec(line.text) ?? (APPROVED.test(text) ? UNASKED.exec(line.text) : null))
  return said.find((found) => found !== null)?.[0] ?? null
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
