import type { Segment, Word } from '@callfolio/shared/contract/transcript.ts'

type Line = Omit<Segment, 'id'>

/** A word of the text with its punctuation and the space after it. */
export interface Token {
  text: string
  words: Word[]
  /** The engine began a line here. */
  begins: boolean
}

/** A pause of this length doesn't occur within a sentence. */
const LONGEST_PAUSE_MS = 2500
/**
 * If the engine began a line with a capital, a pause like this ends the previous sentence, even without a full stop.
 */
const TURN_PAUSE_MS = 300
/** In text without punctuation, a pause of this length ends a line. */
const UNPUNCTUATED_PAUSE_MS = 700
const UNPUNCTUATED_WORDS = 40
/** A longer sentence is cut at a comma, or at this length. */
const READABLE_WORDS = 40
const MOST_WORDS = 60
/** Text with fewer sentence ends than one per this many words has no punctuation. */
const WORDS_PER_END = 60
const SENTENCE_END = /[.?!…。？！]["'”’)\]]*\s*$/u
/** A full stop that doesn't end a sentence: "Dr.", "e.g.", initials. */
export const ABBREVIATION = /(?:^|\W)(?:mr|mrs|ms|dr|hon|prof|st|vs|etc|approx|e\.g|i\.e|[a-z])\.\s*$/i
const SPACELESS = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}。？！]$/u
const TOKEN = /[^\s。？！]*[。？！]+["'”’)\]]*\s*|\S+\s*/gu

/**
 * Cuts a transcript into lines of one sentence each, because engines break lines at the end of their window. Lines
 * without timed words are unchanged.
 * @param lines in order of time.
 * @returns the same words in the same order.
 */
export function sentenceLines<L extends Line>(lines: readonly L[]): Line[] {
  const ends = lines.reduce((sum, { text }) => sum + (text.match(/[.?!…](?=\s|$)|[。？！]/gu)?.length ?? 0), 0)
  const count = lines.reduce((sum, { text }) => sum + text.split(/\s+/).length, 0)
  const isPunctuated = ends * WORDS_PER_END >= count
  const made: Line[] = []
  let open: Token[] = []
  let speaker: string | null = null
  const close = () => {
    if (open.length > 0) made.push(getLine(open, speaker))
    open = []
  }
  for (const line of lines) {
    const tokens = getTokens(line)
    if (tokens === null || line.speaker !== speaker) close()
    speaker = line.speaker
    if (tokens === null) made.push(withoutId(line))
    for (const token of tokens ?? []) {
      if (endsBefore(open, token, isPunctuated)) close()
      open.push(token)
    }
  }
  close()
  return made
}

function endsBefore(line: readonly Token[], next: Token, isPunctuated: boolean): boolean {
  const [last, lastWord, nextWord] = [line.at(-1), line.flatMap(({ words }) => words).at(-1), next.words[0]]
  // Text that the engine times together with its neighbor can't be separated.
  if (last === undefined || lastWord === undefined || nextWord === undefined) return false
  const pauseMs = nextWord.start_ms - lastWord.end_ms
  if (!isPunctuated) return pauseMs >= UNPUNCTUATED_PAUSE_MS || line.length >= UNPUNCTUATED_WORDS
  if (endsSentence(last.text, next.text) || pauseMs >= LONGEST_PAUSE_MS) return true
  if (next.begins && pauseMs >= TURN_PAUSE_MS && /^\p{Lu}/u.test(next.text) && !/[,;:–—-]\s*$/.test(last.text))
    return true
  return line.length >= MOST_WORDS || (line.length >= READABLE_WORDS && /[,;:]\s*$/.test(last.text))
}

function endsSentence(text: string, next: string): boolean {
  return SENTENCE_END.test(text) && !ABBREVIATION.test(text) && !/^\p{Ll}/u.test(next)
}

/** The words of a line's text, each with its timed words. @returns null where the line has none. */
export function getTokens({ text, words = [] }: Line): Token[] | null {
  const texts: string[] = text.trim().match(TOKEN) ?? []
  const last = texts.at(-1)
  if (words.length === 0 || last === undefined) return null
  const spaced = SPACELESS.test(last) ? texts : texts.with(texts.length - 1, `${last} `)
  const owners = words.flatMap((word) => Array.from({ length: countLetters(word.text) }, () => word))
  // Engines write numbers and symbols differently in the text and in its words.
  const scale = owners.length / Math.max(1, countLetters(text))
  let [letters, given] = [0, 0]
  return spaced.map((token, i) => {
    letters += countLetters(token)
    const lastWord = owners[Math.round(letters * scale) - 1]
    const until = i === spaced.length - 1 ? words.length : lastWord === undefined ? given : words.indexOf(lastWord) + 1
    const own = words.slice(given, until)
    given = Math.max(given, until)
    return { text: token, words: own, begins: i === 0 }
  })
}

/** A line of words, at least one of which is timed. */
export function getLine(tokens: readonly Token[], speaker: string | null): Line {
  const words = tokens.flatMap((token) => token.words)
  return {
    start_ms: words[0]?.start_ms ?? 0,
    end_ms: Math.max(...words.map(({ end_ms }) => end_ms)),
    speaker,
    text: tokens
      .map(({ text }) => text)
      .join('')
      .trim(),
    words,
  }
}

function withoutId({ start_ms, end_ms, speaker, text, words }: Line): Line {
  return { start_ms, end_ms, speaker, text, ...(words && { words }) }
}

function countLetters(text: string): number {
  return text.match(/[\p{L}\p{N}]/gu)?.length ?? 0
}
