import type { Word } from '@callfolio/shared/contract/transcript.ts'

/** Within a sentence few people pause so long. */
const SENTENCE_PAUSE_MS = 600
const I = /^i(?=$|')/

/**
 * Gives the words of a recogniser that knows no sentences their ends and capitals: a sentence ends where the speaker pauses.
 * @param lines words in order of time.
 */
export function asSentences<W extends Word>(lines: readonly (readonly W[])[]): W[][] {
  const pauses = pausesBefore(lines.flat())
  let index = 0
  return lines.map((line) =>
    line.map((word) => {
      const begins = (pauses[index] ?? Infinity) >= SENTENCE_PAUSE_MS
      const ends = (pauses[index + 1] ?? Infinity) >= SENTENCE_PAUSE_MS
      index += 1
      const text = word.text.replace(I, 'I')
      return { ...word, text: `${begins ? upperFirst(text) : text}${ends ? '.' : ''}` }
    }),
  )
}

/** ms of silence before each word; before the first one: endless. */
function pausesBefore(words: readonly Word[]): number[] {
  return words.map(({ start_ms }, i) => start_ms - (words[i - 1]?.end_ms ?? -Infinity))
}

function upperFirst(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
