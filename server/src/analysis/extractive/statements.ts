import { wordsOf } from '../english.ts'
import { accepts, isAboutTheCall, isConfidential, isFarewell, retracts } from './acts.ts'
import { BOUND, isLimit, isPrice, MONEY, NUMBER, RATE } from './amounts.ts'
import { isBroken, withoutStop } from './clean.ts'
import type { Line } from './lines.ts'
import { phrases } from './phrases.ts'
import type { Token } from './tagger.ts'
import { deadlinesIn } from './deadlines.ts'
import { isSelfContained, type Mentions } from './references.ts'

/** A sentence that can be shown by itself, in its speaker's own words. */
export interface Statement {
  /** The sentence that makes it worth showing. */
  line: Line
  /** The sentences it is made of, in order: what one leans on comes before it. */
  parts: readonly Line[]
  text: string
  /** How much it is worth to one who wasn't there. */
  score: number
}

const LENGTH = { fewest: 5, most: 28, mostJoined: 34 }
const FEWEST_STEMS = 3
/** Third-person pronouns need their noun before them in the same sentence. */
const THIRD_PERSON = new Set([
  'it',
  'its',
  'they',
  'them',
  'their',
  'theirs',
  'he',
  'him',
  'his',
  'she',
  'her',
  'hers',
  'these',
  'those',
  'one',
  'ones',
  'there',
])
const THERE_IS = /\bthere(?:'s| is| are| was| were|'ll be| will be|'re)\b/gi
const OPENS_LOOSE =
  /^(?:it|that|that's|it's|this|these|those|they|they're|he|he's|she|she's|him|them|which|who|one|ones|some of|both|neither|either|same|another|then|also|like|because|not|no|yes|plus|or|and|but|so|even|just|only|what|how|when|where|why|which)\b/i
const POINTS_BACK =
  /\b(?:that|this)(?:'s|'ll|'d)?(?=\s*(?:[.,;!?]|$|is\b|was\b|would\b|will\b|one\b|could\b|can\b|and\b|or\b|to\b|for\b|in\b|on\b|at\b|from\b|with\b|up\b|out\b|too\b|right\b|as\b))|\b(?:do|did|does|like|about|of|for|with|after|before|than|said|say|mean|means|want|know|done|called) (?:that|this|so)\b(?!\s+\w)|\b(?:the (?:other|first|second|last|same|new|old|big|whole|latter|former) (?:one|ones|thing|bit|part))\b|\bsomething (?:like|else)\b|\bor (?:something|whatever|so)\b|\b(?:like|as) I said\b|\bover there\b|\bin there\b|\bhere\b/i
export const LOOSE_TALK =
  /\b(?:um|uh|er|you know|I mean|sort of|kind of|kinda|whatever|stuff|thingy|blah|honestly|to be fair|let's say|say,|quote,? unquote|dunno|what do (?:they|we|you|I)|you guys|guys|mate|love|Lord|God|gosh|hell|crap|bloody|damn)\b|\?|\.\.\.|…|--|\[|\b(?:is|was|are|were) (?:it|he|she|they|we|I)(?:'s|'re|'m| is| was)\b|\b(\w+),? \1\b/i
export const COURTESY = phrases(
  String.raw`thank(?:s| you), sorry, good (?:morning|afternoon|evening), nice to (?:meet|see), how are you, welcome, (?:don't |no )?worr(?:y|ies), weather, inches, snow\w*, weekend, agenda, I don't know, to be honest, holiday, kids?, daughter, son, wife, husband, dog, cat, coffee, tea, lunch, traffic, raining, train, dentist, football, birthday, wedding, love you, I love, funny, joke, laugh\w*, I bet, be honest, I hear you, I get (?:it|that), I know, you're right, good (?:question|point), that's fair`,
)
const FIRST_PERSON_ASIDE =
  /^(?:wait\b|I'm (?:sorry|glad|happy|sure|afraid|just|not (?:sure|being|going to (?:lie|pretend)))|I (?:think|guess|suppose|hope|know|mean|bet|wish|remember|forgot|love|hate|feel like)\b.{0,12}$|let me\b|let's (?:see|say|talk|move|go|start)|I('ll| will) (?:be|let|leave|stop)\b|I was (?:going|about|just))/i

/**
 * The readable words of a sentence that somebody who wasn't there understands, with at most two sentences of the same
 * speaker before it that it leans on; null where that is not enough.
 */
export function selfContained(
  line: Line,
  lines: readonly Line[],
  mentions: Mentions,
): Pick<Statement, 'parts' | 'text'> | null {
  if (!isPlain(line)) return null
  if (isLimit(line) && isFreeOfContext(line) && !line.tidied.startsWith('But'))
    return { parts: [line], text: withoutStop(line.tidied) }
  for (const text of [line.tidied, headOf(line.tidied)]) {
    if (text === null) continue
    const head = {
      ...line,
      tidied: text,
      tokens: line.tokens.filter(({ end }) => end <= text.length),
      phrases: line.phrases.filter(({ end }) => end <= text.length),
    }
    if (isFreeOfContext(head) && (isPrice(head) || isSelfContained(head, mentions)))
      return { parts: [line], text: withoutStop(text) }
  }
  if (!isSelfContained(line, mentions)) return null
  const parts = [line]
  for (let back = 1; back <= MOST_BEFORE; back++) {
    const before = lines[line.index - back]
    if (before === undefined || before.speaker !== line.speaker || !isPlain(before) || before.tidied.endsWith('?'))
      return null
    parts.unshift(before)
    const text = parts.map(({ tidied }) => tidied).join(' ')
    if (wordsOf(text).length > LENGTH.mostJoined) return null
    if (
      isSelfContained(before, mentions) &&
      !leansBack(before) &&
      resolvesPronouns(before) &&
      countsSomething(before) &&
      leansOn(line, before)
    )
      return { parts: [...parts], text: withoutStop(text) }
  }
  return null
}

const MOST_BEFORE = 1

/** What is said after a comma to go on talking ("…, that's in the warranty") can be left out. */
function headOf(text: string): string | null {
  const head = /^(.{20,}?),\s+(?:that's|it's|I mean|so that|because|and then|but then|and so|so)\b/i.exec(text)?.[1]
  return head === undefined ? null : `${head}.`
}

/** "Three and five are dead" leans on what the numbers count, "it comes back" on what "it" is. */
function leansOn(line: Line, before: Line): boolean {
  return (
    before.phrases.length > 0 &&
    (leansBack(line) || !resolvesPronouns(line) || !countsSomething(line) || line.stems.length < FEWEST_STEMS) &&
    before.stems.length > 0
  )
}

function leansBack({ tidied }: Line): boolean {
  return OPENS_LOOSE.test(tidied) || POINTS_BACK.test(tidied)
}

/** True for a sentence of the matter: whole, clean, of no private or technical kind, and no promise. */
function isPlain({ tidied: text, text: spoken }: Line): boolean {
  if (text.endsWith('?') || LOOSE_TALK.test(text) || isBroken(text) || /(?:--|\.\.\.|…|,)\s*$/.test(spoken.trim()))
    return false
  if (COURTESY.test(text) || FIRST_PERSON_ASIDE.test(text)) return false
  return isMatter({ tidied: text, text: spoken }) && (!OF_ONESELF.test(text) || BOUND.test(text))
}

/** False for what belongs to the call, to few, or to nobody: screens, secrets, farewells, asides, and what is corrected at once. */
export function isMatter({ tidied: text, text: spoken }: Pick<Line, 'tidied' | 'text'>): boolean {
  return (
    !isAboutTheCall(spoken) &&
    !isConfidential(spoken) &&
    !isFarewell(spoken) &&
    !retracts(spoken) &&
    !CALLS_BY_NAME.test(text) &&
    !ASIDES.test(text) &&
    !CORRECTS_ITSELF.test(spoken)
  )
}

function isFreeOfContext(line: Line): boolean {
  const { tidied: text, tokens } = line
  const count = wordsOf(text).length
  if (
    count < LENGTH.fewest ||
    count > LENGTH.most ||
    line.stems.length < (isPrice(line) ? 1 : FEWEST_STEMS) ||
    (leansBack(line) && !isPrice(line))
  )
    return false
  if (!tokens.some(({ pos, lower }) => pos === 'AUX' || (pos === 'VERB' && !lower.endsWith('ing'))) && !RATE.test(text))
    return false
  return (isPrice(line) || (resolvesPronouns(line) && !hasObjectOfNothing(line))) && countsSomething(line)
}

/** In "In the contract it's the third" the contract is not what "it" is; nor are "twelve pounds" in "twelve pounds from it". */
export function resolvesPronouns({ tidied, tokens, phrases: nouns }: Line): boolean {
  const verb = tokens.find(({ pos }) => pos === 'VERB' || pos === 'AUX')?.start ?? 0
  const opensWithPlace = tokens[0]?.pos === 'ADP'
  const existential = [...tidied.matchAll(THERE_IS)].map(({ index }) => index)
  return tokens.every((token) => {
    if (
      !THIRD_PERSON.has(token.lower) ||
      (token.lower === 'one' && token.pos === 'NUM') ||
      existential.includes(token.start)
    )
      return true
    if ((token.lower === 'these' || token.lower === 'those') && token.pos === 'DET') return false
    if (opensWithPlace && token.start <= verb) return false
    return nouns.some(({ end, plural }) => end <= token.start && !(plural && /^its?$/.test(token.lower)))
  })
}

/**
 * Subject and object of one verb aren't the same thing, unless a reflexive says so: in "I want my accountant to look at
 * it" the accountant is not what "it" is, nor is the council in "if a council doesn't fund it". Principle B of the
 * binding theory (Chomsky, 1981), for noun phrases that end where a verb begins.
 */
function hasObjectOfNothing({ tokens, phrases: nouns }: Line): boolean {
  return tokens.some((token, i) => {
    if (!OBJECT.has(token.lower) || isVerbal(tokens[i + 1])) return false
    const before = nouns.filter(({ end }) => end <= token.start)
    return (
      before.length > 0 &&
      before.every(({ end }) => isSubjectOf(tokens.filter(({ start }) => start >= end && start < token.start)))
    )
  })
}

/** True where the words between a noun phrase and a pronoun are one verb with what belongs to it. */
function isSubjectOf(between: readonly Token[]): boolean {
  return (
    isVerbal(between[0]) &&
    between.filter((token, i) => isVerbal(token) && !isVerbal(between[i - 1])).length === 1 &&
    !between.some(({ pos }) => pos === 'PUNCT' || pos === 'CCONJ' || pos === 'SCONJ')
  )
}

const OBJECT = new Set(['it', 'them', 'him', 'her'])

/** Verbs with what belongs to them: "doesn't fund", "to look". */
function isVerbal(token: Token | undefined): boolean {
  return token !== undefined && /^(?:VERB|AUX|PART|ADV)$/.test(token.pos)
}

/** "…, Walt": said to one in the room. */
const CALLS_BY_NAME = /, \p{Lu}\p{Ll}+[.!]?$|^\p{Lu}\p{Ll}+, (?:I|you|we|can|could|do|did|have)\b/u

/** What one did oneself, and what is only asked, is no fact of the matter; nor is what another outfit's thing did. */
const ASIDES =
  /^I (?:just |also |only )?(?:made|bought|had|got|went|saw|read|met|rang|called|told|heard)\b|^the question is\b|\bthat what\b|\bthe (?:other|last|previous|old) (?:outfit|lot|ones|guys?|vendor|company|crowd)\b/i

/** What one may or would do is a promise or an idea, no fact. */
const OF_ONESELF =
  /\bI(?:'ll| will| can| could| might|'d| would| should| may)\b|\bwe(?:'ll| could| might|'d| would| should)\b|\b(?:I was thinking|I'm going to (?:lose|go|let|leave|stop|be|send|look)|by the way|in a sec|lose you)\b/i
const CORRECTS_ITSELF =
  /,? (?:no|sorry|wait|rather|actually),? (?:no|sorry|wait|it's|it was|I mean|by|the|that's)\b|\bI mean\b|\bI tell a lie\b|\bscratch that\b|\bI wanted to say\b/i

const UNIT_FOLLOWS = /^(?:NOUN|PROPN|ADJ|NUM|PUNCT)$/

/** False where a number ends the sentence or a clause without what it counts ("it's two four"). */
export function countsSomething({ tokens, tidied }: Line): boolean {
  const numbers = tokens.flatMap((token, i) =>
    token.pos === 'NUM' && /^(?:\d|[a-z]{3,})/.test(token.lower) && token.lower !== 'one' ? [i] : [],
  )
  if (numbers.length === 0) return true
  const hasUnit =
    /[$€£%]|\b(?:percent|per cent|dollars?|pounds?|euros?|bucks|grand|thousand|million|hundred|o'clock|half past|quarter)\b/i.test(
      tidied,
    )
  return (
    hasUnit ||
    numbers.some(
      (i) =>
        UNIT_FOLLOWS.test(tokens[i + 1]?.pos ?? '') &&
        /^(?:NOUN|PROPN)$/.test(
          tokens.slice(i + 1, i + 4).find(({ pos }) => pos === 'NOUN' || pos === 'PROPN')?.pos ?? '',
        ),
    ) ||
    deadlinesIn(tidied).length > 0
  )
}

const REQUIREMENT = phrases(
  String.raw`need(?:s|ed)?, must, have to, has to, requires?, requirement, require, we want, I want, I'd want, without, condition, only if, unless, policy, mandatory, non-negotiable, has got to, won't, can't, don't, cannot, not allowed, never, no (?:more|pilot|trial|sandbox|deck|demo|call)`,
)
const PROBLEM = phrases(
  String.raw`problems?, issues?, complain\w*, fail\w*, broken?, break\w*, wrong, slow, late, dead, lost, lose, miss(?:ed|ing)?, expensive, too (?:much|long|high|late|many), worr\w+, risk\w*, concern\w*, trouble, down, outage, mistake, error\w*, by hand, manual\w*, spreadsheet\w*, burned, exception, gap, delay\w*, double`,
)
const DECISION = phrases(
  String.raw`let's, agreed?, decid\w+, we(?:'ll| will) (?:go|use|take|keep|have|do|start), so we, deal, settled, go with, go ahead, park, take .* out, stays?, final, in the contract, as a schedule`,
)
const SYSTEM =
  /\b(?:is|are|has|have|had|works?|runs?|takes?|costs?|includes?|covers?|goes|gets|uses?|supports?|measures?|sends?|starts?|ends?|charges?)\b/i
/** How far somebody may go, and what ends it. */
const LIMIT = phrases(
  String.raw`limit, signature, sign (?:up to|off), can't (?:go|spend|sign), cannot (?:go|spend|sign), not a (?:cent|penny|penny) more, goes to (?:the )?(?:board|committee|tender|director|council), budget\w*, ceiling, at most, no more than, maximum, capped, walk away, deal.?breaker, otherwise (?:I|we), (?:I'm|we're) (?:gone|out|off|done)`,
)
const TERMS = phrases(
  String.raw`contract, renewal, notice, expires?, per (?!cent\b)\w+, a (?:month|year), fee, one[- ]off, one[- ]time, licen[cs]e, set-?up, quoted, list price, overage, deposit, up front`,
)
/** What each sign of worth counts. Chosen by a logistic regression on nine calls of the repository, rounded, and smoothed by hand. */
const WEIGHTS = {
  number: 0.8,
  money: 0.6,
  requirement: 0.5,
  problem: 0.6,
  decision: 0.5,
  limit: 1.2,
  terms: 0.8,
  day: 0.8,
  system: 0.4,
  phrases: 0.3,
  accepted: 0.3,
  opening: -1.5,
  closing: -0.7,
  name: 0.2,
  past: -0.7,
}
/** Shares of the call in which people arrive and leave. */
const OPENING = 0.07
const CLOSING = 0.95

/** How much a sentence is worth to one who wasn't there; 0: it says nothing of what is settled, needed, paid or wrong. */
export function worthOf(line: Line, lines: readonly Line[]): number {
  const text = line.tidied
  const place = line.index / lines.length
  const replies = lines.slice(line.index + 1, line.index + 3).filter(({ speaker }) => speaker !== line.speaker)
  const marks = {
    number: NUMBER.test(text),
    money: MONEY.test(text),
    requirement: REQUIREMENT.test(text),
    problem: PROBLEM.test(text),
    decision: DECISION.test(text),
    limit: LIMIT.test(text),
    terms: TERMS.test(text),
    day: deadlinesIn(text).length > 0,
  }
  if (!Object.values(marks).includes(true)) return 0
  const signs: Record<keyof typeof WEIGHTS, number> = {
    ...(Object.fromEntries(Object.entries(marks).map(([name, is]) => [name, Number(is)])) as Record<
      keyof typeof marks,
      number
    >),
    system: Number(SYSTEM.test(text)),
    phrases: Math.min(1, line.phrases.length / 3),
    accepted: Number(replies.some(({ text: next }) => accepts(next))),
    opening: Number(place < OPENING),
    closing: Number(place > CLOSING),
    name: Number(line.phrases.some(({ proper }) => proper)),
    past: Number(PAST.test(text) && !marks.decision && !marks.requirement),
  }
  return Object.entries(WEIGHTS).reduce((sum, [name, weight]) => sum + weight * signs[name as keyof typeof WEIGHTS], 0)
}

/** What happened once is a story; what is, is needed or was settled is mentioned. */
export const PAST =
  /\b(?:was|were|went|told|came|took|made|saw|did|didn't|bought|lost|paid|used to|tried|happened|rang|broke|fell)\b|\b(?:I|we|they|he|she|it) (?:had|got)\b/i
