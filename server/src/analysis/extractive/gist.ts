import { phrases } from './phrases.ts'
import { agreement } from './agreements.ts'
import type { Candidate } from './candidates.ts'
import { settles } from './decisions.ts'
import type { Sentence } from './sentences.ts'
import type { Sides } from './sides.ts'

/** What one who missed a sales call asks for first. */
export const GIST = ['need', 'price', 'objection', 'offer', 'decision'] as const
export type Gist = (typeof GIST)[number]

const PAIN = phrases(
  String.raw`problems?, trouble, complain\w*, complaints?, los[et], losing, late, delay\w*, by hand, manual\w*, on paper, paper, spreadsheets?, excel, whiteboard, takes (?:us|me|them|my \w+|about|too long|\w+ people|\w+ days|\w+ hours|\w+ minutes),
  wrote off, refund\w*, penalt\w+, fines?, claims?, empty, damage\w*, rejects?, returns?, errors?, mistakes?, missed, missing, nobody, never, the worst, nightmare, frustrat\w+, killing us, struggl\w*, can't keep up, only find out, don't know, out of date,
  broken?, breaks?, failed?, down for, outage, wast\w+, shortage, open positions, every single, twice, steep`,
)
const WISH = phrases(String.raw`need(?:s|ed)?, want(?:s|ed)?, looking for, would like, 'd like, have to, must, goal, important, priority, wish`)
const MONEY = /[$€£₹¥]|\b(?:dollars?|euros?|pounds?|quid|rupees?|paise|lakhs?|crores?|kronor|kroner|francs?|yen|cents?|grand|percent|per cent)\b|\d\s?%|\b(?:per|a|each) (?:\w+ )?(?:per |a |each )?(?:month|year|seat|user|licen[cs]e|site|person|employee|device|vehicle|sensor|unit)\b/i
const DEAL = phrases(
  `prices?, pricing, costs?, discount, budget, fee, fees, per month, a month, per year, a year, pay, paying, quote, quoted, quotation, offer, offered, contract, all inclusive, included, one-off, payment, term, terms, implementation, yearly, monthly, each, list price`,
)
const AMOUNT = /\d|\b(?:hundred|thousand|million|half|\w+ty|\w+teen)\b|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|twelve) (?:dollars?|euros?|pounds?|percent|per cent|lakhs?|grand|cents?|thousand|hundred)\b/i
const AGAINST = phrases(
  String.raw`higher than, more than (?:i|we|they|our|my|the), over (?:our|my|the) budget, too (?:much|high|expensive|late|long|risky), expensive, steep, nervous, worr\w+, concern\w*, deal ?breaker, hard no, afraid,
  (?:can't|cannot|won't|will not|not going to|couldn't|could not|not) (?:\w+ )?(?:approve|sign|take|accept|commit|agree|defend|pay|do|drop|buy|work|start|have it), don't (?:want|pay|accept), doesn't (?:work|love|help), isn't (?:refundable|enough|possible), not possible, not happy,
  helpline, competitor, another (?:offer|quote|quotation|supplier), one more quotation, other (?:supplier|offer), they (?:are|'re) (?:at|cheaper), cheaper, unless, haven't got, not (?:in|before|without), without`,
)
const OFFERING = phrases(
  String.raw`includ\w+, support\w*, works? with, integrat\w+, import\w*, sync\w*, sends?, stores?, stays? in, measures?, shows?, alerts?, lets, warns?, automatic\w*, checks?, at no (?:charge|cost), free, no charge, within, arrives?, system, app, dashboard,
  we (?:can|do|have|offer|suggest|propose), i (?:can|suggest|propose|would suggest|'d suggest), it (?:can|does|will), option, pilot, trial`,
)
const CLEARLY_SETTLED = 1

/**
 * How well a sentence answers one of the questions, 0–2.
 * @param sides who sells and who may buy: needs and objections are the customer's, offers the seller's.
 */
export function gistOf(candidate: Candidate, gist: Gist, sentences: readonly Sentence[], sides: Sides): number {
  const { sentence, text } = candidate
  const leans = sides.get(sentence.speaker ?? '') ?? 0
  const amount = AMOUNT.test(text) ? 0.5 : 0
  const marks: Record<Gist, () => number> = {
    need: () => fits(-leans) * ((PAIN.test(text) ? 1 : 0) + (WISH.test(text) ? 0.25 : 0) + amount) * (PAIN.test(text) || WISH.test(text) ? 1 : 0),
    price: () => (amount > 0 && MONEY.test(text) && DEAL.test(text) ? 1.5 : amount > 0 && (MONEY.test(text) || DEAL.test(text)) ? 0.75 : 0),
    objection: () => fits(-leans) * (AGAINST.test(text) ? 1 + amount : 0),
    offer: () => fits(leans) * (OFFERING.test(text) ? 1 + amount / 2 : 0),
    decision: () => (agreement(candidate, sentences) !== null ? 2 : settles(sentence, sentences) >= CLEARLY_SETTLED ? 0.5 : 0),
  }
  return marks[gist]()
}

/** Of the other side little is expected here; who is on no side may be on this one. */
function fits(leans: number): number {
  return leans > 0.3 ? 1.2 : leans < -0.3 ? 0.2 : 1
}
