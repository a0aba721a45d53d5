import { oneOf, phrases } from './phrases.ts'

const DIGITS = /\b\d[\d.,]*\s?%?/g
const NUMBER_WORDS = phrases(
  `two, three, four, five, six, seven, eight, nine, ten, eleven, twelve, thirteen, fifteen, twenty, thirty, forty, fifty, sixty,
  seventy, eighty, ninety, hundred, thousand, million, billion, percent, dollars?, euros?, pounds, half, double, twice`,
  'gi',
)
const NUMBER = new RegExp(
  String.raw`^${oneOf(String.raw`\d.*, one, two, three, four, five, six, seven, eight, nine, ten, eleven, twelve, \w+teen, twenty, thirty, forty, fifty, sixty,
  seventy, eighty, ninety, hundred, thousand, million, billion, half, percent, cents?, dollars?, euros?, pounds?, rupees?, hours?, days?, weeks?,
  months?, years?, (?:mon|tues|wednes|thurs|fri|satur|sun)day, january, february, march, april, may, june, july, august, september, october, november, december,
  next, first, second, third, (?:four|fif|six|seven|eigh|nin|ten|\w+teen|twentie|thirtie)th`)}$`,
  'i',
)
const ORDINAL = String.raw`(?:first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|eleventh|twelfth|\w+teenth|twentieth|thirtieth|(?:twenty|thirty)[ -]\w+(?:st|nd|rd|th))`
const DAY = phrases(
  String.raw`monday, tuesday, wednesday, thursday, friday, saturday, sunday, tomorrow, tonight, today, january, february, april, june, july,
  august, september, october, november, december, (?:next|this) (?:week|month|quarter|year|time|meeting|morning|afternoon|evening),
  (?:the )?(?:end|middle) of (?:the|this|next) (?:day|week|month|quarter|year), march the, deadline, mid ?-?(?:january|february|march),
  (?:by|on|before|until|for|of|from) the ${ORDINAL}, the ${ORDINAL} of, in (?:a|one|two|three|four) (?:days?|weeks?|months?), week \w+teen,
  before (?:easter|christmas|the summer)`,
)
const DECISION = phrases(
  String.raw`decid\w+, decision, agree[ds]?, settled?, go(?:ing)? (?:with|for|ahead), let's (?:go|do|use|take|say|have|keep),
  approved?, sign(?:ed)? off, we(?:'ll| will) (?:use|have|go|take|keep|do), should (?:be|have|use)`,
)
const PROBLEM = phrases(
  String.raw`problems?, issues?, concern\w*, worr\w+, difficult\w*, hard to, complain\w*, lost?, lose, losing, fail\w*, broken?,
  wrong, slow, expensive, too (?:much|many|long|late|high|low|big|small), higher than, lower than, can't, cannot, not able, unable,
  risk\w*, missing, delay\w*, trouble, struggl\w*, blocker?s?, costs?`,
)
const REQUIREMENT = phrases(
  `needs? to, have to, has to, must, requires?, required?, requirements?, we need, i need, want(?:s|ed)? to, would like, important,
  essential, critical, priority, goal, target, budget, price, pricing, discount, contract, offers?, includes?, included, without,
  not approve, supports?`,
)
const REASON = phrases('because, since, therefore, so that, which means, the reason, in order to, instead of, the main, the idea, the plan')
const COURTESY = phrases(
  String.raw`let me, thank(?:s| you), good (?:morning|afternoon|evening), nice to, can you hear, share my screen, next slide, show you,
  would like to (?:spend|start|show|talk|go|ask), minutes? (?:to|for|on|left), just to recap, next steps, open points, first one was, i (?:come|get) (?:back )?to (?:this|that|it), we(?:'ll)? come to (?:this|that),
  talk about, have a (?:yarn|chat|look at), on my list, be (?:very |quite )?(?:honest|frank|direct|straight), can i ask, hold on, one more thing, good question, sorry, what we do is, what (?:i|we) \w+ do is, i'm here, mentioned, see where, car park, parking, traffic, the weather, weekend`,
)
const LEANS_BACK =
  /^(?:it|its|it's|that|that's|this|these|those|they|their|they're|them|he|his|she|her|there|there's|which|maybe half|some of)\b/i
const ASKS = /^(?:what|how|why|where|when|who|which|do|does|did|can|could|would|is|are|have|has|should)\b/i

/** True for a word that counts, or names what is counted everywhere: money and time. */
export function isNumber(word: string): boolean {
  return NUMBER.test(word)
}

/** How many numbers, prices and amounts a sentence names. */
export function numbersIn(text: string): number {
  return (text.match(DIGITS)?.length ?? 0) + (text.match(NUMBER_WORDS)?.length ?? 0)
}

/** True when a sentence names a day or a deadline. */
export function namesDay(text: string): boolean {
  return DAY.test(text)
}

/** How strongly a sentence's words mark it as worth keeping, 0 and up: amounts, days, decisions, problems, needs. */
export function importance(text: string): number {
  const marks = [DECISION, PROBLEM, REQUIREMENT, REASON].filter((pattern) => pattern.test(text)).length
  return Math.min(2, numbersIn(text)) * 0.5 + (namesDay(text) ? 0.5 : 0) + marks * 0.5
}

/** How much a sentence tells one who reads nothing else, 0–1: courtesies nothing, a sentence that starts with "it" less. */
export function selfContained(text: string): number {
  if (COURTESY.test(text)) return 0
  return LEANS_BACK.test(text) ? 0.6 : 1
}

/** True for a question; it tells what was asked, not what is so. */
export function isQuestion(text: string): boolean {
  return /\?["')]?$/.test(text) || ASKS.test(text)
}
