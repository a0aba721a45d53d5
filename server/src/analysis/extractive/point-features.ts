import { getWords } from '../language/english.ts'
import { deadlinesIn } from '../language/deadlines.ts'
import { isHypothetical, refuses, retracts } from './acts.ts'
import { isBroken } from './clean.ts'
import type { Line } from './lines.ts'
import { TENS } from './words.ts'

const NUMBER = new RegExp(
  String.raw`\d|\b(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\w+teen|${TENS}|hundred|thousand|million|half|percent)\b`,
  'i',
)
const NUMBERS = new RegExp(NUMBER, 'gi')
const MONEY =
  /[$€£]|\b(?:dollars?|pounds?|euros?|cents|pence|grand|quid|price|costs?|fee|budget|discount|quote|subscription|surcharge|deposit|per (?:user|seat|month|year|site|head|unit)|a (?:month|year|seat|user|site))\b/i
const DECISION =
  /\b(?:agreed|decided|deal|let's (?:take|use|go|keep|call|park|leave|make|do)|we(?:'re| are) going (?:with|for)|we(?:'ll| will) (?:take|go (?:with|for))|go (?:ahead )?with|approved?|signs? off|in the contract)\b/i
const MATTERS =
  /\b(?:need|must|has to|problem|lost|lose|losing|fail\w*|broke\w*|by hand|spreadsheets?|slow|complain\w*|missing|cost us|penalt\w*|can't|won't|too (?:much|expensive|long|high|late)|concern\w*|worr\w*|risk\w*|unless|important)\b/i
const FAMILY = /\bmy (?:wife|husband|partner|daughter|son|mum|mom|mother|dad|father|kids?|sister|brother|dog|cat)\b/i
const FILLER = /\b(?:um|uh|er|erm|em)\b|--|\.\.\./i
const REFERS = /\b(?:it|that|this|they|them|he|she|there|those|these|something|ones|stuff)\b/gi
const CORRECTS = /^(?:no[,.]|sorry|actually|wait|oh,? no)|\b(?:sorry|I mean|make (?:it|that))\b/i
const PATTERNS: Readonly<Record<string, RegExp>> = {
  'money': MONEY,
  'decision': DECISION,
  'matters': MATTERS,
  'family': FAMILY,
  'starts with a pronoun': /^(?:it|they|he|she|that|this|those|these|them)\b/i,
  'starts with a conjunction': /^(?:and|but|or|so|because)\b/i,
  'open': /\b(?:if|could|would|might)\b|'d\b/i,
  'negated': /n't\b|\b(?:not|never|no)\b/i,
  'I': /\bI\b/,
  'we': /\bwe\b/i,
  'you': /\byou\b/i,
}
/** Usual and largest counts: features are about 1. */
const USUAL = { numbers: 2, words: 15, stems: 6, nouns: 3, refers: 2, recurring: 3 }
const MOST = { numbers: 4, words: 30, stems: 12, nouns: 5, refers: 3, recurring: 6, lines: 20 }
const [SHORT, LONG, SHORT_ANSWER] = [8, 25, 5]
/** A word in this many lines is what the call is about. */
const RECURS_IN = 4
/** Shares of the call in which people greet each other and say goodbye. */
const [GREETINGS_UNTIL, GOODBYES_FROM] = [0.07, 0.9]
/** How many sentences after a line can correct or decline it. */
const TAKEN_BACK_WITHIN = 5
/** Stems that don't identify what is counted. */
const OF_ANY_PRICE = /^(?:dollar|pound|euro|cent|price|cost|year|month|week|day|user|site)/
/** How many sentences after a number another one can replace it. */
const REPLACED_WITHIN = 40
/** Words of an answer that only corrects a number or a day. */
const FEW = 5

/** What tells lines worth a point or a quote from others, by feature, for each line of an English call. */
export function getPointFeatures(lines: readonly Line[]): ReadonlyMap<string, number>[] {
  const heardIn = new Map<string, number>()
  const spokenBy = new Map<string | null, number>()
  for (const { stems, speaker } of lines) {
    for (const stem of new Set(stems)) heardIn.set(stem, (heardIn.get(stem) ?? 0) + 1)
    spokenBy.set(speaker, (spokenBy.get(speaker) ?? 0) + 1)
  }
  return lines.map((line, i) => {
    const { text, tidied, stems, tokens, speaker } = line
    const features = new Map<string, number>()
    const add = (feature: string, value: number | boolean) => {
      if (Number(value) !== 0) features.set(feature, Number(value))
    }
    const count = (feature: keyof typeof USUAL, of: number) =>
      add(feature, Math.min(MOST[feature], of) / USUAL[feature])
    for (const [feature, pattern] of Object.entries(PATTERNS)) add(feature, pattern.test(tidied))
    const words = getWords(tidied).length
    const numbers = tidied.match(NUMBERS)?.length ?? 0
    const heard = stems.map((stem) => Math.min(MOST.lines, heardIn.get(stem) ?? 1))
    count('numbers', numbers)
    count('words', words)
    count('stems', new Set(stems).size)
    count('nouns', tokens.filter(({ pos }) => pos === 'NOUN' || pos === 'PROPN').length)
    count('refers', tidied.match(REFERS)?.length ?? 0)
    count('recurring', heard.filter((times) => times >= RECURS_IN).length)
    add('central', heard.reduce((sum, times) => sum + Math.log(times), 0) / Math.max(1, heard.length))
    add('has a number', numbers > 0)
    add('has a day', deadlinesIn(tidied).length > 0)
    add('has no verb', !tokens.some(({ pos }) => pos === 'VERB' || pos === 'AUX'))
    add('short', words < SHORT)
    add('long', words > LONG)
    add('place', i / lines.length)
    add('greetings', i / lines.length < GREETINGS_UNTIL)
    add('goodbyes', i / lines.length > GOODBYES_FROM)
    add('filler', FILLER.test(text))
    add('broken', isBroken(tidied))
    add('hypothetical', isHypothetical(text))
    add('refuses', refuses(text))
    add('retracts', retracts(text))
    add('talks', (spokenBy.get(speaker) ?? 0) / lines.length)
    for (const [where, near] of [
      ['before', lines[i - 1]],
      ['after', lines[i + 1]],
    ] as const) {
      add(`${where} same speaker`, near?.speaker === speaker)
      add(`${where} question`, near?.text.trim().endsWith('?') ?? false)
      add(`${where} short`, near !== undefined && getWords(near.tidied).length < SHORT_ANSWER)
    }
    return features
  })
}

/** Whether the lines after a line correct or decline it, or have another number for the same thing: the later one holds. */
export function isReplaced(line: Line, lines: readonly Line[]): boolean {
  const { index, speaker, tidied, stems } = line
  const hasNumber = NUMBER.test(tidied)
  const isDated = hasNumber || deadlinesIn(tidied).length > 0
  const isTakenBack = lines.slice(index + 1, index + 1 + TAKEN_BACK_WITHIN).some(({ text, speaker: next }) => {
    const putsRight = getWords(text).length <= FEW && (NUMBER.test(text) || deadlinesIn(text).length > 0)
    return retracts(text) || (next === speaker ? CORRECTS.test(text) : refuses(text) || (isDated && putsRight))
  })
  if (isTakenBack || !hasNumber) return isTakenBack
  const things = new Set(stems.filter((stem) => !NUMBER.test(stem) && !OF_ANY_PRICE.test(stem)))
  return lines
    .slice(index + 1, index + 1 + REPLACED_WITHIN)
    .some((later) => NUMBER.test(later.tidied) && later.stems.filter((stem) => things.has(stem)).length > 1)
}
