import type { Line } from './lines.ts'
import { DOCUMENTS, type NounPhrase } from './noun-phrases.ts'
import { isTopic, type Mentions } from './references.ts'
import { contentStems, isNumber } from './words.ts'

/** A thing with the sentence that names it. */
export interface NamedThing {
  /** "the cold-chain pricing sheet" */
  text: string
  line: number
}

/** Every deal has one of these: who was in the call knows which. */
const OF_EVERY_DEAL = new Set(
  'contract renewal agreement proposal quote quotation offer recording invite invitation link pricing redline slides deck presentation minutes'.split(
    ' ',
  ),
)
/** Such a word before a noun leaves open which one is meant. */
const VAGUE = new Set(
  `a an the this that these those my our your his her their its some any no every each all both another other same such old whole first second
  third last next current good nice little big small quick short long real proper right own exact recent extra different actual entire fresh few many more
  certain separate single simple clean couple normal great main one two three four five six seven eight nine ten twelve`.split(
    /\s+/,
  ),
)
const ATTRIBUTE = /\s(?:of|for|from|with|on|about|per)\s+(?:\S+\s+)*[\p{L}]{3}/u
const FOLLOWS = /^ (?:of|for|about) (?:the |an? )?(?!it|that|this|them|you|me|us|now|free|sure)\p{L}{3,}(?=[.,?!]|$)/u
const DETERMINER = /^(?:an?|the|this|that|these|those|my|our|your|his|her|their|its|some|any)\s+/i
const POINTS =
  /\b(?:it|them|that|this|those|these|me|you|us|him|her|they|we|he|she|I|one|ones|my|our|your|their|his|its)\b/i
/** Sentences before in which a thing may have been named in full. */
const NAMED_WITHIN = { frame: 40, again: 400 }
const NAMED_AFTER = 3
/** "It" is what was spoken of right before: so many sentences with something in them, so many sentences. */
const MEANT = { before: 14, after: 1, depth: 6 }

/** True for a phrase that identifies the one meant: "the cake sheet", "a list of the handsets", not "the sheet". */
export function isSpecific({ text, proper, head }: NounPhrase): boolean {
  if (/^(?:which|what|whose)\b/i.test(text)) return false
  if (proper) return true
  const bare = text.replace(DETERMINER, '')
  if (POINTS.test(bare)) return false
  if (ATTRIBUTE.test(bare)) return true
  const words = bare.toLowerCase().split(/\s+/)
  const at = words.findIndex((word) => word.includes(head.slice(0, 4)))
  const before = words.slice(0, at < 0 ? words.length - 1 : at)
  return before.some((word) => !VAGUE.has(word) && /\p{L}{2}/u.test(word)) || /\p{L}{3}-/u.test(words[at] ?? '')
}

/** "Date", "numbers": of what, has to be said. */
export const OPEN =
  /^(?:date|time|name|line|number|price|figure|page|answer|link|bit|way|version|part|end|start|version|email|address|point)s?$/

/** True for a phrase that a reader understands without the sentences before it. */
export function isUnderstood(phrase: NounPhrase, mentions: Mentions): boolean {
  return (
    isSpecific(phrase) ||
    isOfEveryDeal(phrase) ||
    (!isDocument(phrase) && !OPEN.test(phrase.head) && isTopic(phrase.text, mentions))
  )
}

/** "Notices", "a price" point to nothing that was said before. */
export const isIndefinite = ({ text, head, plural }: NounPhrase): boolean =>
  !/^(?:the|this|that|these|those|my|our|your|his|her|their|its|any|some|no)\b/i.test(text) &&
  (plural || /^an?\b/i.test(text)) &&
  !OPEN.test(head)

/** "The contract", "the quote": every deal has one. */
export const isOfEveryDeal = ({ head }: Pick<NounPhrase, 'head'>): boolean => OF_EVERY_DEAL.has(head)

/** True for what is sent, written or shown after calls. */
export const isDocument = ({ head }: Pick<NounPhrase, 'head'>): boolean => DOCUMENTS.has(head)

/** A thing by the fullest name that the call has for it near by; null: it is never said which one. */
export function inFull(phrase: NounPhrase, lines: readonly Line[], isAgain = false): NamedThing | null {
  if (isSpecific(phrase)) return { text: definite(phrase), line: phrase.line }
  // The tagger takes "the plan for the fitting" apart.
  const [attribute] = FOLLOWS.exec(lines[phrase.line]?.tidied.slice(phrase.end) ?? '') ?? []
  if (attribute !== undefined) return { text: `${definite(phrase)}${attribute}`, line: phrase.line }
  const near = [
    ...lines
      .slice(Math.max(0, phrase.line - (isAgain ? NAMED_WITHIN.again : NAMED_WITHIN.frame)), phrase.line + 1)
      .toReversed(),
    ...lines.slice(phrase.line + 1, phrase.line + 1 + NAMED_AFTER),
  ]
  for (const { phrases, index, tidied } of near) {
    const named = phrases.find(
      (other) =>
        other.head === phrase.head &&
        other.plural === phrase.plural &&
        !other.proper &&
        isSpecific(other) &&
        !/\s(?:from|with|on|at|in)\s/.test(other.text) &&
        !contentStems(other.text).some(isNumber),
    )
    if (named !== undefined && !/\b(?:not|no|instead of|last year's)\b/i.test(tidied.slice(0, named.start)))
      return { text: definite(named), line: index }
  }
  return null
}

/** What speaks for a thing near by being what "it" stands for: weights of a logistic regression on who promised what. */
const SIGNS = {
  near: -0.5,
  after: -1.7,
  asked: 0.8,
  own: 0.5,
  fragment: 0.3,
  object: 0.7,
  opens: 0.7,
  word: 0.6,
  common: 0.6,
}
/** With less certainty nothing is named. */
const LEAST_CERTAIN = 0.65

/**
 * What "it" or "them" in a sentence stands for, by its full name: the thing that is surely meant among those named near by.
 * @param isSent only what can be sent is meant.
 */
export function meantBy(
  pronoun: string,
  line: Line,
  lines: readonly Line[],
  { verb, heads }: { verb: string; heads: ReadonlyMap<string, number> },
): NamedThing | null {
  const isPlural = /^(?:them|those|these)$/i.test(pronoun)
  const mayBeEither = /^that$/i.test(pronoun)
  const near = lines
    .slice(Math.max(0, line.index - MEANT.before), line.index + 1 + MEANT.after)
    .filter(({ index, depth }) => index !== line.index && line.depth - depth <= MEANT.depth)
  const found = near.flatMap((other) =>
    other.phrases.flatMap((phrase) => {
      if (phrase.proper || POINTS.test(phrase.text) || !isObjectOf(verb, phrase)) return []
      if (!mayBeEither && phrase.plural !== isPlural) return []
      const named = inFull(phrase, lines)
      const back = line.index - other.index
      const before = other.tidied.slice(0, phrase.start)
      const score =
        (back > 0 ? SIGNS.near * Math.log(1 + back) : SIGNS.after) +
        (other.tidied.endsWith('?') ? SIGNS.asked : 0) +
        (other.speaker === line.speaker ? SIGNS.own : 0) +
        (other.tokens.some(({ pos }) => pos === 'VERB' || pos === 'AUX') ? 0 : SIGNS.fragment) +
        (OBJECT_OF.test(before) ? SIGNS.object : 0) +
        (phrase.start === 0 ? SIGNS.opens : 0) +
        SIGNS.word * Math.min(4, contentStems(phrase.text).length) +
        SIGNS.common * Math.min(1, (heads.get(phrase.head) ?? 0) / 8)
      return [
        {
          named: named ?? (OF_EVERY_DEAL.has(phrase.head) ? { text: `the ${phrase.head}`, line: phrase.line } : null),
          head: phrase.head,
          score: Math.exp(score),
        },
      ]
    }),
  )
  const sum = found.reduce((total, { score }) => total + score, 0)
  const byHead = Map.groupBy(found, ({ head }) => head)
  const [best] = [...byHead.values()].toSorted((a, b) => weight(b) - weight(a))
  return best === undefined || weight(best) < LEAST_CERTAIN * sum
    ? null
    : (best.toSorted((a, b) => b.score - a.score).find(({ named }) => named !== null)?.named ?? null)
}

const SET_UP = /^(?:trial|pilot|sandbox|account|demo|environment|test)$/
const NOT_SENT = /^(?:credit|refund|trial|sandbox|account|answer|summary|order|device|kit|login|estimate)s?$/

/** A trial is set up, a report is sent. */
function isObjectOf(verb: string, phrase: NounPhrase): boolean {
  return verb === 'set' ? SET_UP.test(phrase.head) : isDocument(phrase) && !NOT_SENT.test(phrase.head)
}

const weight = (found: readonly { score: number }[]) => found.reduce((total, { score }) => total + score, 0)
const OBJECT_OF =
  /\b(?:send|get|give|have|share|write|need|make|do|see|want|email|put|ask|check|find|prepare|order|book|call|bring|forward|confirm)\s+(?:\w+\s+)?$/i

/** How often each thing is named in a call. */
export function headsIn(lines: readonly Line[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const { head } of lines.flatMap(({ phrases }) => phrases)) counts.set(head, (counts.get(head) ?? 0) + 1)
  return counts
}

/** "A list of the doors", mentioned before, is "the list of the doors" now. */
function definite({ text, proper }: NounPhrase): string {
  const plain = text
    .replace(/^(?:an?|this|that|these|those|some|any|my|our|your|his|her|their|its)\s+/i, 'the ')
    .replace(/^(the )?(?:(?:fresh|proper|nice|little|big|quick|clean|good|whole|real|actual|great)\s+)+/i, '$1')
  const isNamed = proper || /^(?:the|\d|one|two|three|four|five|six|seven|eight|nine|ten)\b/i.test(plain)
  const whole = isNamed ? plain : `the ${plain}`
  return whole.replace(/^The /, 'the ').replace(/^the \p{Lu}(?=\p{Ll}+ \p{Ll})/u, (begin) => begin.toLowerCase())
}
