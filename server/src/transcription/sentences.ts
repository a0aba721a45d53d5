import type { Word } from '@callfolio/shared/contract/transcript.ts'

/** People rarely pause this long within a sentence. */
const SENTENCE_PAUSE_MS = 600
const I = /^i(?=$|')/

/**
 * Adds sentence ends and capitals to the words of a recognizer that has none: a sentence ends where the speaker pauses.
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

/** ms of silence before each word; infinite before the first one. */
function pausesBefore(words: readonly Word[]): number[] {
  return words.map(({ start_ms }, i) => start_ms - (words[i - 1]?.end_ms ?? -Infinity))
}

function upperFirst(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
