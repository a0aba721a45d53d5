import type { Word } from './caption-words.ts'

/**
 * What ends a line: a pause, the end of a sentence, or its length. The server joins short lines where that reads
 * better.
 */
const PAUSE_MS = 1500
const MAX_LINE_MS = 10_000
const MAX_LINE_CHARACTERS = 400
const SENTENCE_END = /[.?!…。？！]["'”’)\]]*\s*$/

/** Splits a person's words into lines, each with the words' own times. Depends only on the words. */
export function cutLines(words: readonly Word[]): Word[][] {
  const lines: Word[][] = []
  let characters = 0
  for (const word of words) {
    const line = lines.at(-1)
    if (line === undefined || endsBefore(line, characters, word)) {
      lines.push([word])
      characters = word.text.length
    } else {
      line.push(word)
      characters += word.text.length
    }
  }
  return lines
}

function endsBefore(line: readonly Word[], characters: number, next: Word): boolean {
  const [first, last] = [line[0], line.at(-1)]
  if (first === undefined || last === undefined) return false
  if (next.at - last.at >= PAUSE_MS || next.at - first.at > MAX_LINE_MS) return true
  return characters + next.text.length > MAX_LINE_CHARACTERS || SENTENCE_END.test(last.text)
}
