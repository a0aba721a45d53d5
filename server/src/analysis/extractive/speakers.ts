import { chairOf } from './chair.ts'
import type { Sentence } from './sentences.ts'

/** Who speaks in a call, and whom "you" can mean. */
export interface Cast {
  /** Names as in the transcript, most words first. */
  names: readonly string[]
  /** Who leads the call; null: nobody does. */
  chair: string | null
}

/** Collects the named speakers. */
export function castOf(sentences: readonly Sentence[]): Cast {
  const said = new Map<string, number>()
  for (const { speaker, text } of sentences) if (speaker !== null) said.set(speaker, (said.get(speaker) ?? 0) + text.length)
  return { names: [...said].toSorted((a, b) => b[1] - a[1]).map(([name]) => name), chair: chairOf(sentences) }
}

/** A name as a sentence can hold it: without form of address and without roles in brackets. */
export function shortName(name: string): string {
  const bare = name.replace(/\s*\([^)]*\)*/g, '').replace(/^(?:right )?(?:(?:hon|mr|mrs|ms|dr|prof)\.\s*)+/i, '').trim()
  return bare === '' ? name : bare
}

/** The one other person, when there is exactly one. */
export function onlyOther(cast: Cast, speaker: string | null): string | null {
  const others = cast.names.filter((name) => name !== speaker)
  return speaker !== null && others.length === 1 ? (others[0] ?? null) : null
}

/** Sentences before and after one in which the one spoken to is looked for. */
const EXCHANGE = 3

/** The one with whom a sentence is exchanged, when the same other person speaks before and after it. */
export function partner({ index, speaker }: Sentence, sentences: readonly Sentence[]): string | null {
  const isOther = (other: Sentence) => other.speaker !== speaker
  const before = sentences.slice(Math.max(0, index - EXCHANGE), index).findLast(isOther)
  const after = sentences.slice(index + 1, index + 1 + EXCHANGE).find(isOther)
  return before !== undefined && before.speaker === after?.speaker ? before.speaker : null
}

/** The speaker whom a sentence calls by name ("Marcus, could you …", "could you …, Marcus?"). */
export function addressee(text: string, cast: Cast, speaker: string | null): string | null {
  const called = cast.names.filter((name) => {
    if (name === speaker) return false
    const forms = [shortName(name), shortName(name).split(' ')[0] ?? name].map(escaped).join('|')
    return new RegExp(`(?:^|,\\s*|\\band\\s+|\\bso\\s+)(?:${forms})\\s*,|,\\s*(?:${forms})\\s*[?.!]?$`, 'i').test(text)
  })
  return called.length === 1 ? (called[0] ?? null) : null
}

/** A text as a pattern that matches it. */
export function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
}
