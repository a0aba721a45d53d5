import type { TimeSpan } from '@callfolio/shared/contract/redaction.ts'
import { redactSegments } from '@callfolio/shared/redaction.ts'
import { DocumentError } from '@callfolio/shared/captions/document-text.ts'
import { readFileText } from '@callfolio/shared/captions/file-text.ts'
import { describeReading, readTranscript, type TranscriptReading } from '@callfolio/shared/captions/read-transcript.ts'
import { toVtt } from '@callfolio/shared/transcript/transcript-files.ts'
import type { AnalyseInput, Analysis, AnalysisDraft } from '../analysis/analyst.ts'
import type { ModelBehind } from '../analysis/verification/trust.ts'
import type { findFaults } from '../analysis/verification/verify.ts'
import { readArchivedSite, readArchivedTags } from '../archives/read-archived.ts'
import type { Segment } from '@callfolio/shared/contract/transcript.ts'
import { PermanentFailure } from '../kernel/errors.ts'
import { readLoudness } from '../speakers/loudness.ts'
import { nameLines } from '../speakers/name-lines.ts'
import type { SpeakerTurn } from '../speakers/diariser.ts'
import { trackTurns } from '../speakers/track-turns.ts'
import type { VoiceInput } from '../speakers/voice-turns.ts'
import { assertWithinLimits } from '../transcription/caption-limits.ts'
import { mergeCues } from '../transcription/merge-cues.ts'
import { detectLanguage, preloadLanguages } from '../transcription/spoken-language.ts'

/** A process that runs a task is killed when its result isn't needed any more. */
const NEVER = new AbortController().signal

// Reading a transcript needs none of these, and loading them takes five times as long as reading it.
const rules = () => import('../analysis/extractive/extractive.ts')
const verification = () => import('../analysis/verification/verify.ts')

/** Loads what the next tasks of a call need, so that they don't wait for it. */
export async function preload(): Promise<void> {
  await Promise.all([rules(), verification(), preloadLanguages()])
}

/**
 * Computations on a whole recording or transcript. Their time grows with its length, so the server runs them in other
 * processes. Inputs and results are structured clones; paths in them are absolute.
 */
export const TASKS = {
  readTranscript: async ({ text, durationMs }: TranscriptInput): Promise<TranscriptReading> => {
    const reading = readTranscript(text, durationMs)
    assertWithinLimits(reading.segments)
    return reading
  },
  /** @returns the text of a transcript request, and what can be read from it. */
  readRequestTranscript: async (given: GivenTranscript): Promise<GivenReading> => {
    const text = given.text ?? (await textOfFile(given.base64 ?? ''))
    const reading = readTranscript(text, null)
    assertWithinLimits(reading.segments)
    const { segments, isTranscript, warnings } = reading
    return { text, lines: segments.length, isTranscript, understood: describeReading(reading), warnings }
  },
  /**
   * Removes redacted spans. @returns a timed text as WebVTT without what was said in the spans; null: it has no times.
   */
  redactTranscript: async ({ text, spans, durationMs }: RedactInput): Promise<string | null> => {
    const { segments, estimated } = readTranscript(text, durationMs)
    if (segments.length === 0 || estimated) return null
    const kept = redactSegments(segments, spans).map((line) => (line.redacted ? { ...line, ...REDACTED_CUE } : line))
    return toVtt({ segments: kept, draft: false })
  },
  readArchivedSite,
  readArchivedTags,
  detectLanguage: (text: string): Promise<string | null> => detectLanguage(text),
  mergeCues: async (segments: readonly Segment[]): Promise<Segment[]> => mergeCues(segments),
  /** Makes the recap by rules. */
  extract: async (input: AnalyseInput): Promise<AnalysisDraft> =>
    (await rules()).createExtractiveAnalyst().analyse(input, { signal: NEVER, onProgress: () => {} }),
  verify: async ({ draft, segments, ...options }: VerifyInput): Promise<Analysis> =>
    (await verification()).verifyDraft(draft, segments, {
      ...options,
      withdrawn: await withdrawnFrom(draft, segments),
    }),
  findFaults: async ({ draft, segments, writtenIn, date }: VerifyInput): Promise<ReturnType<typeof findFaults>> =>
    (await verification()).findFaults(draft, segments, {
      writtenIn,
      date,
      withdrawn: await withdrawnFrom(draft, segments),
    }),
  voiceTurns: async (input: VoiceInput): Promise<SpeakerTurn[]> =>
    (await import('../speakers/voice-turns.ts')).voiceTurns(input, NEVER),
  loudness: (wavPath: string): Promise<Float32Array> => readLoudness(wavPath, NEVER),
  trackTurns: async ([you, them]: Parameters<typeof trackTurns>): Promise<SpeakerTurn[]> => trackTurns(you, them),
  nameLines: async ({ segments, turns }: NameLinesInput): Promise<Segment[]> => nameLines(segments, turns),
} satisfies Record<string, (input: never) => Promise<unknown>>

async function withdrawnFrom({ withdrawn }: AnalysisDraft, segments: readonly Segment[]): Promise<ReadonlySet<string>> {
  return withdrawn ? new Set(withdrawn) : (await rules()).overturnedSegments(segments)
}

async function textOfFile(base64: string): Promise<string> {
  try {
    return await readFileText(new Uint8Array(Buffer.from(base64, 'base64')))
  } catch (error) {
    if (error instanceof DocumentError)
      throw new PermanentFailure('unreadable_captions', error.message, { cause: error })
    throw error
  }
}

/** Caption readers leave out what is in brackets, and join cues of one speaker. */
const REDACTED_CUE = { speaker: 'redacted', text: 'redacted' }

interface TranscriptInput {
  text: string
  /** The recording's length, over which a text without times is spread; null: unknown. */
  durationMs: number | null
}

/** A transcript from a request: its text, or the bytes of its file. */
export interface GivenTranscript {
  text?: string | undefined
  base64?: string | undefined
}

/** The result of reading it. */
export interface GivenReading {
  text: string
  lines: number
  isTranscript: boolean
  /** "Teams transcript, 3 speakers, 41 min" */
  understood: string
  warnings: string[]
}

interface RedactInput extends TranscriptInput {
  spans: readonly TimeSpan[]
}

interface VerifyInput {
  draft: AnalysisDraft
  segments: readonly Segment[]
  /** Code of the language that the analyst was to write in; null: the call's. */
  writtenIn: string | null
  /** `YYYY-MM-DD`; null: unknown. */
  date: string | null
  /** The model of the draft; null: it needs no trial. */
  model?: ModelBehind | null
}

interface NameLinesInput {
  segments: readonly Segment[]
  turns: readonly SpeakerTurn[]
}
