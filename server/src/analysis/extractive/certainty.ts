import { getWords } from '../language/english.ts'
import { deadlinesIn } from '../language/deadlines.ts'
import type { Line } from './lines.ts'
import { phrases } from '../language/phrases.ts'
import type { Commitment } from './resolve-commitments.ts'

/** A commitment at or above this is a next step; below it is just talk. */
export const LEAST_CERTAIN = 1.6
/** Promises made while people arrive are small talk. */
const EARLY = 0.12
const SENT = String.raw`need, send, e-?mail, mail, forward, share, write, prepare, draft, ship, deliver, redo, revise, book, confirm, ask, check, introduce, order, provide`
/** Verbs of sending, asking and checking: rarely a joke. */
export const ANSWERS = phrases(SENT)
/** Verbs for what people do for each other after a call. */
const SENDS = phrases(`${SENT}, find, get, bring, count, flick, shoot`)
/** What people send, write or show after calls. */
const DOCUMENTS = new Set(
  `quote quotation proposal offer plan list recording video clip invoice contract agreement certificate report deck slide slides document doc spreadsheet sheet export file data photo picture image screenshot link invite invitation drawing
  letter redline template sample draft brochure leaflet one-pager pager pdf summary figures numbers pricing price estimate breakdown statement schedule timeline calendar agenda policy form questionnaire answer answers clause paragraph note notes manual guide
  spec specification design layout mock-up mockup floorplan log csv excel case study reference contact address email details detail info copy order login trial sandbox account presentation write-up writeup checklist diagram menu catalogue catalog credit refund kit device demo licence license`.split(
    /\s+/,
  ),
)
const TAKES_UP = /\b(?:thanks?|great|perfect|good|lovely|please|brilliant|fine|super|sweet)\b/i

/**
 * How likely a commitment is a next step, from features such as a day, something to send, an answer or a repetition.
 * The weights are rounded from a logistic regression on which commitments human note takers wrote down.
 */
export function certainty({ proposal, due }: Commitment, lines: readonly Line[]): number {
  const line = lines[proposal.line]
  if (line === undefined) return 0
  const around = (from: number, to: number) =>
    lines.slice(Math.max(0, line.index + from), line.index + to).filter(({ speaker }) => speaker !== line.speaker)
  const signs: readonly (readonly [number, boolean])[] = [
    [1.2, due !== null],
    [1.1, deadlinesIn(line.tidied).length > 0],
    [1.2, SENDS.test(proposal.verb)],
    [0.9, /\bI(?:'ll| will)\b/.test(line.tidied)],
    [0.8, around(-3, 0).some(({ tidied }) => tidied.endsWith('?'))],
    [0.8, /\byou\b|\bto \p{Lu}/u.test(line.tidied.slice(proposal.start))],
    [0.7, around(1, 4).some(({ text }) => TAKES_UP.test(text))],
    [0.6, getWords(line.tidied).some((word) => DOCUMENTS.has(word))],
    [0.4, proposal.kind === 'promise'],
    [-0.5, proposal.kind === 'offer' || /\bwe(?:'ll| will| can|'re)\b/i.test(line.tidied)],
    [-1, due === null && line.index < lines.length * EARLY],
  ]
  return signs.reduce((sum, [weight, holds]) => sum + (holds ? weight : 0), 0)
}
