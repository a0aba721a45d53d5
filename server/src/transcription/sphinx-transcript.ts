import type { Segment, Word } from '@callfolio/shared/contract/transcript.ts'
import { TRANSCRIBERS } from '@callfolio/shared/engines.ts'
import { meanConfidence } from './confidence.ts'
import { NO_SPEECH_NOTICE, withoutText } from './no-text.ts'
import { asSentences } from './sentences.ts'
import type { RecognisedUtterance } from './sphinx-batch.ts'
import type { Transcript } from './transcriber.ts'

/**
 * Below this mean confidence most words are wrong. Measured: two real meetings 0.27 and 0.40 (nine and seven of ten
 * words wrong), music 0.39; a speech of 1961 0.44, a radio address 0.65, a reader 0.74, synthetic voices 0.79 (one to
 * three wrong).
 */
const MIN_MEAN_CONFIDENCE = 0.42
/** People say something in this time; in noise the recognizer only finds a word here and there. */
const LONG_UTTERANCE_MS = 3000
const MIN_SPOKEN_SHARE = 0.2
const LANGUAGE = 'en'

const DRAFT_NOTICE = 'Rough automatic draft: many words may be wrong. Check it against the recording.'
const UNUSABLE_NOTICE =
  'No usable transcript: the built-in engine couldn’t understand this recording. Add a caption file, or ask your admin for a speech model.'
export const LANGUAGE_NOTICE =
  'No usable transcript: the built-in engine only supports English. Add a caption file, or ask your admin for a speech model.'

/** A segment for each utterance with words, or no text if the recognizer itself does not trust them. */
export function toTranscript(utterances: readonly RecognisedUtterance[]): Transcript {
  const spoken = utterances.filter(isSpeech)
  if (spoken.length === 0) return withoutText(NO_SPEECH_NOTICE)
  if ((meanConfidence(spoken.flatMap(({ words }) => words)) ?? 0) < MIN_MEAN_CONFIDENCE)
    return withoutText(UNUSABLE_NOTICE)
  return {
    segments: asSentences(spoken.map(({ words }) => words)).flatMap(toSegment),
    info: { source: 'sphinx', draft: TRANSCRIBERS.sphinx.draft, language: LANGUAGE, notice: DRAFT_NOTICE },
  }
}

function isSpeech({ startMs, endMs, words }: RecognisedUtterance): boolean {
  const spokenMs = words.reduce((sum, { start_ms, end_ms }) => sum + end_ms - start_ms, 0)
  return words.length > 0 && (endMs - startMs < LONG_UTTERANCE_MS || spokenMs >= (endMs - startMs) * MIN_SPOKEN_SHARE)
}

function toSegment(words: Word[], index: number): Segment[] {
  const [first] = words
  const last = words.at(-1)
  if (first === undefined || last === undefined) return []
  return [
    {
      id: `s${index + 1}`,
      start_ms: first.start_ms,
      end_ms: last.end_ms,
      speaker: null,
      text: words.map(({ text }) => text).join(' '),
      words,
    },
  ]
}
