import type { Segment, TranscriptInfo } from '@callfolio/shared/contract/transcript.ts'
import type { SpeechEngine } from '@callfolio/shared/engines.ts'
import type { EngineStatus } from '@callfolio/shared/contract/capabilities.ts'

/** A timed transcript; segments are ordered by time and have unique ids. */
export interface Transcript {
  segments: Segment[]
  info: TranscriptInfo
}

export interface TranscribeInput {
  /** 16 kHz mono PCM WAV. */
  wavPath: string
  durationMs: number
  /** BCP 47 tag, or null: unknown. */
  language: string | null
  /** Private folder for temporary files; the caller removes it. */
  workFolder: string
  /** Names and subjects of the call, which help an engine to recognize them; null: none are known. */
  hints: string | null
  /** The words said right before this audio; absent: it is the beginning, or unknown. */
  before?: string
  memory: PieceCache
}

/** Stores the results of parts until the whole is done, so that an interrupted attempt is not paid for again. */
export interface PieceCache {
  /** @returns the stored result, unchecked; null: nothing. */
  recall(part: string): Promise<unknown>
  remember(part: string, transcribed: unknown): Promise<void>
}

export interface TranscribeOptions {
  signal: AbortSignal
  /** ms of audio done so far. */
  onProgress: (doneMs: number) => void
}

/** A speech engine. Rejects with TransientFailure when a retry may succeed, with PermanentFailure when not. */
export interface Transcriber {
  name: SpeechEngine
  status(): Promise<EngineStatus>
  transcribe(input: TranscribeInput, options: TranscribeOptions): Promise<Transcript>
}
