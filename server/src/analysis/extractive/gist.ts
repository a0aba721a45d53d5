import { phrases } from './phrases.ts'
import { agreement } from './agreements.ts'
import type { Candidate } from './candidates.ts'
import { settlesDeal } from './decisions.ts'
import type { Sentence } from './sentences.ts'
import type { Sides } from './sides.ts'

/** What one who missed a sales call asks for first. */
export const GIST = ['need', 'price', 'objection', 'offer', 'decision'] as const
export type Gist = (typeof GIST)[number]

const PAIN = phrases(
  String.raw`problems?, trouble, complain\w*, complaints?, los[et], losing, late, delay\w*, by hand, manual\w*, on paper, paper, spreadsheets?, excel, takes (?:us|me|them|my \w+|about|too long|\w+ people|\w+ days|\w+ hours|\w+ minutes),
  wrote off, refund\w*, penalt\w+, cost (?:us|me|them), empty, damage\w*, rejects?, returns?, errors?, mistakes?, missed, missing, nobody, never, the worst, nightmare, frustrat\w+, struggl\w*, can't keep up, don't know, out of date,
  (?:didn't|doesn't|don't|not|couldn't) (?:go|come|work|turn|show|arrive|get|record|see|reach|match|fit), broken?, breaks?, failed?, down for, outage, wast\w+, shortage, every single, twice, steep`,
  'gi',
)
const WISH = phrases(String.raw`need(?:s|ed)?, want(?:s|ed)?, looking for, would like, 'd like, have to, must, goal, important, priority, wish`)
const CURRENCY = /[$€£₹¥]|\b(?:dollars?|euros?|pounds?|quid|rupees?|paise|lakhs?|crores?|kronor|kroner|francs?|yen|cents?|grand)\b/i
const RATE = /\b(?:per (?!cent)\w+|(?<!\bin )(?:a|each) (?:month|year|seat|user|licen[cs]e|site|person|employee|device|unit))\b/i
const DEAL = phrases(
  `prices?, pricing, costs?, discount, budget, fee, fees, quote, quoted, quotation, offer, offered, contract, all inclusive, included, one-off, payment, implementation, list price, percent, per cent`,
)
const LARGE = /\d{3}|\d ?k\b|\b(?:hundred|thousand|million|lakhs?|grand)\b/i
const AMOUNT = /\d|\b(?:hundred|thousand|million|half|\w+ty|\w+teen)\b|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|twelve) (?:dollars?|euros?|pounds?|percent|per cent|lakhs?|grand|cents?|thousand|hundred)\b/i
const AGAINST = phrases(
  String.raw`higher than, more than (?:i|we|they|our|my|the), over (?:our|my|the) budget, too (?:much|high|expensive|late|long|risky), expensive, steep, nervous, worr\w+, concern\w*, deal ?breaker, afraid,
  (?:can't|cannot|won't|will not|not going to|couldn't|could not|not) (?:\w+ )?(?:approve|sign|take|accept|commit|agree|defend|pay|do|drop|buy|work|start|have it), don't (?:want|pay|accept), doesn't (?:work|love|help), isn't (?:refundable|enough|possible), not possible, not happy,
  competitor, (?:another|one more|other) (?:offer|quote|quotation|supplier), they (?:are|'re) (?:at|cheaper), cheaper, unless, haven't got, without`,
)
const OFFERING = phrases(
  String.raw`includ\w+, support\w*, works? with, integrat\w+, import\w*, sync\w*, sends?, stores?, stays? in, measures?, shows?, alerts?, lets, warns?, automatic\w*, checks?, at no (?:charge|cost), free, no charge, within, arrives?, system, app, dashboard,
  we (?:can|do|have|offer|suggest|propose), i (?:can|suggest|propose|would suggest|'d suggest), it (?:can|does|will), option, pilot, trial`,
)
const PROPOSAL = /\bI(?:'d| would)? (?:suggest|propose|recommend)\b/i
const CLEARLY_SETTLED = 1
const LEAST_FIT = 0.2

/**
 * How well a sentence answers one of the questions, 0–2.
 * @param sides who sells and who may buy: needs and objections are the customer's, offers the seller's.
 */
export function gistOf(candidate: Candidate, gist: Gist, sentences: readonly Sentence[], sides: Sides): number {
  const { sentence, text } = candidate
  const leans = sides.get(sentence.speaker ?? '') ?? 0
  const amount = AMOUNT.test(text) ? 0.5 : 0
  const pains = text.match(PAIN)?.length ?? 0
  const marks: Record<Gist, () => number> = {
    need: () => fits(-leans) * (pains > 0 ? 0.7 + 0.3 * Math.min(2, pains) + amount : WISH.test(text) ? 0.25 + amount : 0),
    price: () => (amount > 0 ? ((CURRENCY.test(text) ? 1 : 0) + (RATE.test(text) ? 0.75 : 0) + (DEAL.test(text) ? 0.5 : 0) + (LARGE.test(text) ? 0.25 : 0)) * (pains > 0 ? 0.3 : 1) : 0),
    objection: () => fits(-leans) * (AGAINST.test(text) ? 1 + amount : 0),
    offer: () => fits(leans) * (OFFERING.test(text) ? 1 + amount / 2 : 0),
    decision: () => (agreement(candidate, sentences) !== null ? 2 : settlesDeal(sentence, sentences) >= CLEARLY_SETTLED || PROPOSAL.test(text) ? 0.5 : 0),
  }
  return marks[gist]()
}

/** How well a sentence answers the question that it answers best, 0–2. */
export function bestGist(candidate: Candidate, sentences: readonly Sentence[], sides: Sides): number {
  return Math.max(...GIST.map((gist) => gistOf(candidate, gist, sentences, sides)))
}

/** Of the other side less is expected here; who is on no side may be on this one. */
function fits(leans: number): number {
  return Math.max(LEAST_FIT, 1 + leans)
}
