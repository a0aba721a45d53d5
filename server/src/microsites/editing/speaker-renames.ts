import type { Segment } from '@callfolio/shared/contract/transcript.ts'
import { shortName } from '../../analysis/extractive/people.ts'

/** New names by old ones. */
export type Renames = ReadonlyMap<string, string>

/** Finds the speakers whose lines were all changed to one other name. */
export function renamesBetween(before: readonly Segment[], after: readonly Segment[]): Renames {
  const now = new Map(after.map((segment) => [segment.id, segment.speaker]))
  const names = new Map<string, Set<string | null | undefined>>()
  for (const { id, speaker } of before) {
    if (speaker !== null) names.set(speaker, (names.get(speaker) ?? new Set()).add(now.get(id)))
  }
  const renames = new Map<string, string>()
  for (const [old, found] of names) {
    const [name] = found
    if (found.size === 1 && name && name !== old) renames.set(old, name)
  }
  return renames
}

/**
 * Replaces names of renamed speakers in a sentence about the call. Quoted words are speech and stay. A name that could
 * be any word ("Mark", "You") is replaced only in sentences about what that speaker said.
 * @param speakers the speakers of the lines that the sentence cites.
 */
export function replaceMentions(text: string, renames: Renames, speakers: ReadonlySet<string | null>): string {
  const forms = new Map<string, string>()
  for (const [old, name] of renames) {
    const meant = speakers.has(old) || /[\s\d]/.test(shortName(old))
    if (meant) forms.set(shortName(old), shortName(name)).set(old, name)
  }
  if (forms.size === 0) return text
  const longestFirst = [...forms.keys()].toSorted((a, b) => b.length - a.length)
  const mention = new RegExp(
    String.raw`(?<![\p{L}\p{N}])(?:${longestFirst.map(escaped).join('|')})(?![\p{L}\p{N}])`,
    'gu',
  )
  return text
    .split(/("[^"]*"|“[^”]*”)/)
    .map((part, i) => (i % 2 === 1 ? part : part.replace(mention, (name) => forms.get(name) ?? name)))
    .join('')
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\/-]/g, String.raw`\$&`)
}
