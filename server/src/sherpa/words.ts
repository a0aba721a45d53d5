import type { Word } from '@callfolio/shared/contract/transcript.ts'

/** The last token has no end of its own. */
const LAST_TOKEN_MS = 300
/** A word does not extend through the pause after it. */
const LONGEST_WORD_MS = 1500

/**
 * Makes words from a recognizer's tokens. A token begins a word when it starts with a space or `▁`.
 * @param timestamps when each token was said, seconds from the start of the range; if their number differs: no words.
 * @param stretch its range in the recording, ms.
 */
export function getWords(
  tokens: readonly string[],
  timestamps: readonly number[],
  stretch: { startMs: number; endMs: number },
): Word[] {
  if (timestamps.length !== tokens.length) return []
  const words: { text: string; startMs: number; lastMs: number }[] = []
  tokens.forEach((token, i) => {
    const atMs = stretch.startMs + Math.round((timestamps[i] ?? 0) * 1000)
    const last = words.at(-1)
    if (last === undefined || /^[\s▁]/.test(token)) words.push({ text: token, startMs: atMs, lastMs: atMs })
    else {
      last.text += token
      last.lastMs = atMs
    }
  })
  return words.flatMap(({ text, startMs, lastMs }, i): Word[] => {
    const plain = text.replace(/^[\s▁]+/, '').trim()
    const nextMs = words[i + 1]?.startMs ?? lastMs + LAST_TOKEN_MS
    const endMs = Math.max(startMs, Math.min(nextMs, startMs + LONGEST_WORD_MS, stretch.endMs))
    return plain === '' ? [] : [{ text: plain, start_ms: Math.min(startMs, stretch.endMs), end_ms: endMs }]
  })
}
