import type { Call, Claim, Fault } from './claim.ts'

const SECRET =
  /\b(?:password|passcode|pass phrase|pin(?: code| number)?|access code|api key|secret key|login) (?:is|are|:)\s*\S|\b(?:password|passcode|pin)\b[^.]{0,30}\d{3,}|\bhttps?:\/\/\S*(?:token|key|pwd|passw|invite|join)\S*|\b(?:\d[ -]?){13,19}\b|\b[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){3,}\b/i
/** Personal remarks, which don't belong on a customer's page. */
const PERSONAL =
  /\b(?:(?:gave|given|handed in) (?:\w+ )?notice|drowning|(?:got|gets|been|was|being|getting) (?:fired|sacked|laid off)|divorc\w+|pregnan\w+|drunk|hung ?over|lazy|idiots?|stupid|incompetent|hopeless|useless|moron|can['’]t stand|annoying|alcoholic|cancer|chemo\w*|affair|gossip\w*)\b/i
const IN_CONFIDENCE =
  /\b(?:between (?:us|you and me|ourselves)|off the record|don['’]t (?:tell|repeat|write (?:that|this) down)|keep (?:this|that|it) (?:quiet|between|to yourself)|in confidence|you didn['’]t hear|just us)\b/i

/** Withholds secrets. Remarks about people, asides and what was said after the others left wait for the owner. */
export function checkPrivate(claim: Claim, call: Call): Fault | null {
  if (SECRET.test(claim.text)) return { reason: 'secret', detail: null, isHard: true }
  if (claim.places.some((place) => place >= call.alone())) return { reason: 'private', detail: null }
  const aside = claim.lines.find(({ text }) => IN_CONFIDENCE.test(text))
  if (aside !== undefined) return { reason: 'private', detail: null }
  const [personal] = PERSONAL.exec(claim.text) ?? []
  return personal === undefined ? null : { reason: 'private', detail: personal }
}
