import type { CallWords } from './call-words.ts'
import { oneOf } from './phrases.ts'
import type { Sentence } from './sentences.ts'
import { tidy } from './clean.ts'
import { contentStems, isContent } from './words.ts'

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

interface Seen {
  stems: string[]
  forms: Map<string, number>
  mentions: Set<Sentence>
  count: number
  asNoun: number
  asVerb: number
  withThe: number
}

/** Finds the things a call speaks of: noun phrases of one to three words that are said at least twice. */
export function findSubjects(sentences: readonly Sentence[], words: CallWords): Subject[] {
  const seen = new Map<string, Seen>()
  for (const sentence of sentences) {
    for (const part of tidy(sentence.text).split(/[.,;:?!"()…]|\s[-–—]\s/)) collect(part, sentence, seen)
  }
  const kept = [...seen.values()].filter((entry) => entry.mentions.size >= FEWEST_MENTIONS && isNoun(entry))
  return kept.map((entry) => subjectOf(entry, words))
}

function collect(part: string, sentence: Sentence, seen: Map<string, Seen>): void {
  const tokens = part.replaceAll('’', "'").match(/[\p{L}\p{N}]+(?:['-][\p{L}\p{N}]+)*/gu) ?? []
  let from = 0
  for (let to = 0; to <= tokens.length; to++) {
    const token = tokens[to]
    if (token !== undefined && isContent(token.toLowerCase()) && !/^\d/.test(token)) continue
    for (let start = from; start < to; start++) {
      for (let length = 1; length <= Math.min(LONGEST, to - start); length++) {
        // only whole runs' ends: a phrase ends where the run ends, else it cuts a longer name
        note(tokens, start, start + length, from, to, sentence, seen)
      }
    }
    from = to + 1
  }
}

function note(tokens: readonly string[], start: number, end: number, from: number, to: number, sentence: Sentence, seen: Map<string, Seen>): void {
  const form = tokens.slice(start, end)
  const stems = form.flatMap((word) => contentStems(word))
  if (stems.length !== form.length) return
  const key = stems.join(' ')
  const entry = seen.get(key) ?? { stems, forms: new Map(), mentions: new Set(), count: 0, asNoun: 0, asVerb: 0, withThe: 0 }
  const before = (tokens[start - 1] ?? '').toLowerCase()
  const text = form.map((word, i) => (start + i === 0 && !/[A-Z].*[A-Z]/.test(word) ? word.toLowerCase() : word)).join(' ')
  entry.forms.set(text, (entry.forms.get(text) ?? 0) + 1)
  entry.mentions.add(sentence)
  entry.count++
  if (BEFORE_NOUN.has(before) || (start > from && end === to) ) entry.asNoun++
  if (BEFORE_VERB.has(before)) entry.asVerb++
  if (before === 'the') entry.withThe++
  seen.set(key, entry)
}

function isNoun({ asNoun, asVerb, count, forms }: Seen): boolean {
  const proper = [...forms.keys()].some((form) => /^[A-Z]/.test(form))
  return asVerb / count < 0.25 && (asNoun / count >= 0.4 || (proper && asNoun / count >= 0.1))
}

function subjectOf({ stems, forms, mentions, count, withThe }: Seen, words: CallWords): Subject {
  const [form = ''] = [...forms].toSorted((a, b) => b[1] - a[1])[0] ?? []
  const sum = stems.reduce((total, stem) => total + (words.get(stem) ?? 0), 0)
  const weight = (sum / stems.length) * (1 + 0.5 * (stems.length - 1)) 
  return { name: withThe / count > 0.5 ? `the ${form}` : form, stems, mentions: [...mentions], weight }
}
