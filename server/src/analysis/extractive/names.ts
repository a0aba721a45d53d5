import type { Line } from './lines.ts'

/** The first names that tell a call's speakers apart, and whom they name. */
export type FirstNames = ReadonlyMap<string, string>

/** The first names of a call's speakers, except names that two of them share. */
export function firstNames(lines: readonly Line[]): FirstNames {
  const speakers = [...new Set(lines.flatMap(({ speaker }) => speaker ?? []))]
  const named = Map.groupBy(speakers, getFirst)
  return new Map(
    [...named].flatMap(([first, [speaker, ...others]]) =>
      speaker === undefined || others.length > 0 ? [] : [[first, speaker] as const],
    ),
  )
}

/** The first names in a text, each with its speaker. */
export function namesIn(text: string, names: FirstNames): [first: string, speaker: string][] {
  const found = new Map<string, string>()
  for (const word of text.split(/[\s—–/]+/)) {
    for (const form of [word, word.replace(AROUND_NAME, '')]) {
      const speaker = names.get(form)
      if (speaker !== undefined) found.set(form, speaker)
    }
  }
  return [...found]
}

/** "(Ana's" and "Ana," name Ana. */
const AROUND_NAME = /^[^\p{L}\p{N}]+|(?:['’](?:s|ll|d|ve|re))?[^\p{L}\p{N}]*$/gu

function getFirst(speaker: string): string {
  return speaker.split(' ')[0] ?? speaker
}
