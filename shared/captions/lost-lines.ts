import type { Segment } from '../contract/transcript.ts'
import { MARKDOWN_LINK, plainText } from './caption-text.ts'
import { isNoise, isServiceLine } from './service-lines.ts'

const WORD = /[\p{L}\p{M}]+/gu
/** Markup without words of its own. */
const MARKUP = /<[^<>]{0,300}>|\{\\[^{}]{0,100}\}|\\[Nnh]|\[br\]/g

/**
 * Compares a file's words with those that were read from it.
 * @param asides lines about the transcript.
 * @returns the lines with missing words, shortened, with their numbers.
 */
export function lostLines(text: string, asides: readonly string[], segments: readonly Segment[]): string[] {
  const known = new Set(asides.flatMap(words))
  for (const { speaker, text: said } of segments)
    for (const word of [...words(speaker ?? ''), ...words(said)]) known.add(word)
  return text.split(/\r+\n|\r|\n|\u2028|\u2029/).flatMap((line, at) => {
    if (words(line).every((word) => known.has(word))) return []
    const plain = plainText(line.replaceAll(MARKDOWN_LINK, '$1').replaceAll(MARKUP, ' '))
    if (
      isNoise(plain) ||
      isServiceLine(plain) ||
      /-->|^WEBVTT/.test(line) ||
      words(plain).every((word) => known.has(word))
    )
      return []
    return [`“${plain.length > 40 ? `${plain.slice(0, 39)}…` : plain}” (line ${at + 1})`]
  })
}

function words(text: string): string[] {
  return text.toLowerCase().match(WORD) ?? []
}
