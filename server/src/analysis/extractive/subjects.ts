import type { CallWords } from './call-words.ts'
import { isNumber } from './cues.ts'
import type { Sentence } from './sentences.ts'
import { contentStems, isContent, wordsOf } from './words.ts'

/** Something the call speaks of, as it is named in it. */
export interface Subject {
  /** As it is best read in a list: "the security review". */
  name: string
  stems: readonly string[]
  /** Sentences that name it. */
  mentions: Sentence[]
  /** 0 and up. */
  weight: number
}

const BEFORE_NOUN = new Set(
  `the a an this that these those our your my their his her its some any each every no all both another more most many few several
  of for with about on in by from into without between per`.split(/\s+/),
)
const BEFORE_VERB = new Set(
  `to i you we they he she it who can could will would should must may might don't didn't doesn't can't won't i'll we'll you'll they'll
  let's please not never i'd we'd you'd`.split(/\s+/),
)
const LONGEST = 3
const FEWEST_MENTIONS = 2
/** What each further word of a name adds to its weight. */
const LONGER = 0.5

/** Shares of a phrase's uses that show what it is: after "the" or "our" a thing, after "to" or "we" something one does. */
const LEAST_AS_NOUN = 0.4
const LEAST_AS_NOUN_PROPER = 0.1
const MOST_AS_VERB = 0.25
const LEAST_AS_HEAD = 0.35
/** "The gym's fine": the end of a name that "is" was drawn to. */
const CONTRACTED = /'s?$/
/** Share of its uses in which a thing has a longer name, so that the longer one is the better. */
const LONGER_SHARE = 0.4
/** "The bills included": a state, no thing. */
const STATE = /[^e]ed$/
/** The capital of a sentence's first word tells nothing, so that its form counts little. */
const FORM_AT_START = 0.1
/** A plural reads better in a list than a bare singular. */
const ENOUGH_PLURAL = 0.3

interface Seen {
  stems: string[]
  forms: Map<string, number>
  mentions: Set<Sentence>
  count: number
  asNoun: number
  asVerb: number
  withThe: number
  /** Uses in which it is the thing itself, not what describes another ("the security report", "the blue one"). */
  asHead: number
}

/**
 * Picks the weightiest subjects; one whose words were named before counts less.
 * @param spent the stems that were named; those of the picked subjects are added.
 */
export function pickSubjects(subjects: readonly Subject[], worth: (subject: Subject) => number, count: number, spent: Set<string>): Subject[] {
  const chosen: Subject[] = []
  const worthy = subjects.map((subject) => ({ subject, own: worth(subject) })).filter(({ own }) => own > 0)
  while (chosen.length < count) {
    let best: { subject: Subject; value: number } | null = null
    for (const { subject, own } of worthy) {
      if (own <= (best?.value ?? 0)) continue
      const fresh = subject.stems.filter((stem) => !spent.has(stem)).length / subject.stems.length
      const value = own * fresh * fresh
      if (value > (best?.value ?? 0)) best = { subject, value }
    }
    if (best === null) break
    chosen.push(best.subject)
    for (const stem of best.subject.stems) spent.add(stem)
  }
  return chosen
}

/** Finds the things a call speaks of: noun phrases of one to three words that are said at least twice. */
export function findSubjects(sentences: readonly Sentence[], words: CallWords): Subject[] {
  const seen = new Map<string, Seen>()
  const cast = new Set(sentences.flatMap(({ speaker }) => wordsOf(speaker ?? '')))
  for (const sentence of sentences) {
    sentence.tidied.split(/[.,;:?!"()…]|\s[-–—]\s/).forEach((part, i) => collect(part, sentence, i === 0, cast, seen))
  }
  const kept = [...seen.values()].filter((entry) => entry.mentions.size >= FEWEST_MENTIONS && isNoun(entry))
  const better = kept.filter(({ stems }) => stems.length > 1)
  return kept.filter((entry) => !better.some((longer) => isBetterName(longer, entry))).map((entry) => subjectOf(entry, words))
}

/** True where a thing is mostly called by a longer name ("the waiting list", not "the list"). */
function isBetterName(longer: Seen, shorter: Seen): boolean {
  if (longer.stems.length <= shorter.stems.length || longer.mentions.size < LONGER_SHARE * shorter.mentions.size) return false
  return longer.stems.some((_, start) => shorter.stems.every((stem, i) => longer.stems[start + i] === stem))
}

function collect(part: string, sentence: Sentence, opens: boolean, cast: ReadonlySet<string>, seen: Map<string, Seen>): void {
  const tokens = part.replaceAll('’', "'").match(/[\p{L}\p{N}]+(?:['-][\p{L}\p{N}]+)*/gu) ?? []
  const stems = tokens.map((token) => contentStems(token))
  let from = 0
  for (let to = 0; to <= tokens.length; to++) {
    const token = tokens[to]
    if (token !== undefined && isContent(token.toLowerCase()) && !isNumber(token) && !cast.has(token.toLowerCase().replace(/'s$/, ''))) continue
    for (let start = from; start < to; start++) {
      for (let length = 1; length <= Math.min(LONGEST, to - start); length++) {
        note({ tokens, stems: stems.slice(start, start + length).flat(), start, end: start + length, from, to, opens }, sentence, seen)
      }
    }
    from = to + 1
  }
}

/** Words `start` to `end` of a run of naming words that goes from `from` to `to`. */
interface Phrase {
  tokens: readonly string[]
  stems: string[]
  start: number
  end: number
  from: number
  to: number
  /** True when the tokens begin a sentence, where a capital tells nothing. */
  opens: boolean
}

function note({ tokens, stems, start, end, from, to, opens }: Phrase, sentence: Sentence, seen: Map<string, Seen>): void {
  const form = tokens.slice(start, end)
  if (stems.length !== form.length) return
  const key = stems.join(' ')
  const entry = seen.get(key) ?? { stems, forms: new Map(), mentions: new Set(), count: 0, asNoun: 0, asVerb: 0, withThe: 0, asHead: 0 }
  const before = (tokens[start - 1] ?? '').toLowerCase()
  const first = opens && start === 0
  const text = form.map((word, i) => (first && i === 0 && !/[A-Z].*[A-Z]/.test(word) ? word.toLowerCase() : word)).join(' ').replace(CONTRACTED, '')
  entry.forms.set(text, (entry.forms.get(text) ?? 0) + (first ? FORM_AT_START : 1))
  entry.mentions.add(sentence)
  entry.count++
  if (BEFORE_NOUN.has(before) || (start > from && end === to)) entry.asNoun++
  if (BEFORE_VERB.has(before)) entry.asVerb++
  if (before === 'the') entry.withThe++
  if (end === to && !/^ones?$/i.test(tokens[to] ?? '')) entry.asHead++
  seen.set(key, entry)
}

/** What every call speaks of. */
const OF_ANY_CALL = new Set('demo call meet customer email mail slid screen part side minu mind coupl sampl front'.split(' '))

function isNoun({ asNoun, asVerb, asHead, count, forms, stems }: Seen): boolean {
  if (stems.length === 1 && OF_ANY_CALL.has(stems[0] ?? '')) return false
  if (asHead / count < LEAST_AS_HEAD || STATE.test(stems.at(-1) ?? '') || [...forms.keys()].every((form) => STATE.test(form))) return false
  const proper = [...forms.keys()].some((form) => /^[A-Z]/.test(form))
  return asVerb / count < MOST_AS_VERB && asNoun / count >= (proper ? LEAST_AS_NOUN_PROPER : LEAST_AS_NOUN)
}

function subjectOf({ stems, forms, mentions, count, withThe }: Seen, words: CallWords): Subject {
  const best = (fits: (form: string) => boolean) => [...forms].filter(([text]) => fits(text)).toSorted((a, b) => b[1] - a[1])[0]
  const common = best(() => true)
  const plural = best((text) => text.endsWith('s'))
  const form = plural !== undefined && common !== undefined && plural[1] >= ENOUGH_PLURAL * common[1] ? plural[0] : (common?.[0] ?? '')
  const sum = stems.reduce((total, stem) => total + (words.get(stem) ?? 0), 0)
  const weight = (sum / stems.length) * (1 + LONGER * (stems.length - 1))
  return { name: withThe / count > (/s$|^[A-Z]/.test(form) ? 0.5 : 0.2) ? `the ${form}` : form, stems, mentions: [...mentions], weight }
}
