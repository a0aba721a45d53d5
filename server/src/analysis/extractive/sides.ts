import { phrases } from './phrases.ts'
import type { Sentence } from './sentences.ts'

/** How each speaker of a call about buying leans: 1 sells, -1 may buy, 0 unknown. */
export type Sides = ReadonlyMap<string, number>

const SELLS = phrases(
  String.raw`our (?:other )?(?:customers?|clients?|engineers?|platform|support team|standard), (?:other|most|our|two|some) (?:of our )?(?:customers|clients), customers (?:of ours|who|say),
  we (?:include|charge|offer|support|integrate|import|recommend|quoted|install), (?:is|are|it's|that's|they're) (?:all )?included, (?:list )?price is,
  i(?:'ll| will| can|'d| would) (?:send|get|give|email|show|bring|set) you, for you guys, i can (?:offer|do|give|keep|drop|bring), we can (?:offer|do|give),
  let me show, show you, you'd (?:pay|save|get|need|have), if you (?:sign|take|order|commit), we(?:'ll| will| can) include, (?:free|no charge|discount) (?:for|if),
  depends on (?:how many|the number), revised (?:offer|proposal|quote), onboarding, what (?:made|would make) you, how (?:do|does|are|many|much) you(?:r)?,
  you're (?:paying|looking at|on), your (?:team|bill|contract|plan|goals?|site|customers?), per (?!cent\b|day\b|hour\b|week\b)\w+`,
)
const BUYS = phrases(
  String.raw`our (?:budget|board|members|auditors?|director|legal|policy|customers?|staff|people|guys|sites?|owners?), (?:my|the) (?:budget|boss|director|board),
  we (?:pay|paid|lose|lost|currently|tried|are paying|'re paying|wrote off|get about|budgeted|had budgeted), (?:is|was|it's|that's) (?:more|higher|steep), how much (?:is|does|would|are),
  what (?:does|would|will) (?:it|this|that) cost, what(?:'s| is) the (?:price|catch|lead time|warranty), (?:do|does|can|could|would|will) (?:you|it|they|the \w+) (?:also |even )?(?:have|support|offer|work|integrate|do|handle|come|show|import|export|tell|drop),
  your (?:price|quote|offer|product|app|system|support|competitor|proposal|fee), i (?:need|want|can't|cannot|won't) (?:\w+ )?(?:it|to|approve|sign|take|defend), my director,
  (?:another|one more|other|third) (?:quote|quotation|offer), (?:they|he|she) (?:quoted|offered), can we (?:export|get|have|see|do), we need, we have (?:\d+|one|two|three|four|five|\w+teen|\w+ty|about|around)`,
)
/** What makes a talk one about buying: its subjects, and what one side sends or shows the other. */
const COMMERCE = phrases(
  `prices?, pricing, quote, quotes, quotation, proposal, offer, discount, contract, renewal, subscription, licen[cs]e, pilot, trial, budget, per month, a month, per seat, invoice, demo, onboarding, competitor, brochure, order form,
  a year, hundred, thousand, euros?, pounds?, dollars?, percent, customers?`,
)
const BETWEEN_SIDES =
  /\b(?:(?:send|email|show|get|give|ship|call|ring) (?:it |them |that |this )?(?:to )?you|send (?:it |them |that )?(?:to )?me|in touch|follow up)\b/i
/** Share of sentences; calls about buying have 5–14 %, project meetings and research groups up to 3.4. */
const LEAST_COMMERCIAL = 0.042
const MOST_PEOPLE = 8
/** A cue or two are too few. */
const FEW = 2

/**
 * Separates sellers and customers by how they talk ("your team", "our budget").
 * @returns null where the call is not about buying.
 */
export function sidesOf(sentences: readonly Sentence[]): Sides | null {
  const commercial =
    sentences.filter(({ text }) => COMMERCE.test(text)).length +
    2 * sentences.filter(({ text }) => BETWEEN_SIDES.test(text)).length
  if (commercial < LEAST_COMMERCIAL * sentences.length) return null
  const spoken = Map.groupBy(sentences, ({ speaker }) => speaker)
  spoken.delete(null)
  if (spoken.size < 2 || spoken.size > MOST_PEOPLE) return null
  return new Map([...spoken].map(([speaker, lines]) => [speaker ?? '', leaning(lines)]))
}

function leaning(lines: readonly Sentence[]): number {
  const sells = lines.filter(({ text }) => SELLS.test(text)).length
  const buys = lines.filter(({ text }) => BUYS.test(text)).length
  return (sells - buys) / (sells + buys + FEW)
}
