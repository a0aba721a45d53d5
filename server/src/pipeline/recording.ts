import type { Analysis } from '../analysis/analyst.ts'
import type { AnalystName, SpeechEngine } from '@callfolio/shared/engines.ts'
import type { TimeRange } from '../media/media.ts'
import type { TimeSpan } from '@callfolio/shared/contract/redaction.ts'
import type { Transcript } from '../transcription/transcriber.ts'

/** The transcript that an owner requested instead of the first available one. */
export type WantedTranscript =
  | { id: string; source: 'given'; text: string }
  | { id: string; source: SpeechEngine }
  /**
   * Reuses an engine's transcript for the request `of` (null: the first one), with its speakers separated again;
   * `count` null: estimated.
   */
  | { id: string; source: 'speakers'; of: string | null; count: number | null }

/** Makes a recap of the current transcript again; `id` identifies its stored state. */
export interface WantedAnalysis {
  id: string
  analyst: AnalystName
  transcript: Transcript
}

/** One side's audio of the call: `you` is the person who recorded it. `startMs`: its offset in the recording. */
export interface RecordedTrack {
  key: string
  who: 'you' | 'them'
  startMs: number
}

/** The input of the pipeline. Keys are storage keys. */
export interface Recording {
  /** The microsite's id. */
  id: string
  /** Folder of the stored stage outputs; ends with `/`. */
  folder: string
  /** The uploaded file; null when there are only captions. */
  sourceKey: string | null
  /** Location of the recording once the upload was removed; null when there are only captions. */
  keptKey: string | null
  /** Text of a caption file that came with the upload. */
  captions: string | null
  /** Separate tracks of the call's sides, at most one of each; empty when there is only the mix. */
  tracks: readonly RecordedTrack[]
  /** Name of the person who made the recording; null: unknown. */
  ownName: string | null
  /** Null: the first available transcript. Output that depends on the transcript is stored per request. */
  wanted: WantedTranscript | null
  /** Only the recap is made again; null: the whole page is made. */
  rerun: WantedAnalysis | null
  /** The day of the call, `YYYY-MM-DD`; null: unknown. */
  date: string | null
  title: string | null
  /** Names that are likely to be said. */
  names: readonly string[]
  /** Who was in the call, as its meeting's page showed them; empty: unknown. */
  participants: readonly string[]
  description: string | null
  /** BCP 47 tag of the spoken language; null: unknown. */
  language: string | null
  /** BCP 47 tag of the recap's language; null: the spoken one. */
  recapLanguage: string | null
  /** What its owner redacted: left out of every transcript. */
  redacted: readonly TimeSpan[]
  /** The plan's limit; null: none. */
  maxVideoSeconds: number | null
  /** True: the sample call, as shipped with the program. */
  isSample?: boolean
}

/** Progress of the work: `step` is one of the seven (shared/progress/steps.ts), `progress` 0–1 over the whole job. */
export interface Progress {
  step: number
  progress: number
  /** Work done in the current step, in words and numbers; null when there is nothing to count. */
  detail: string | null
}

/** A recording that is shorter than it claims, or can't be decoded everywhere. Milliseconds. */
export interface Damage {
  heldMs: number
  statedMs: number
  /** Where picture or sound is damaged. Absent: nowhere, or not checked yet. */
  ranges?: TimeRange[] | undefined
}

/** The playable file that replaces the upload. */
export interface Playable {
  videoKey: string
  posterKey: string | null
  durationMs: number
  /** Null: nothing is missing, as far as the file states its length. */
  damage: Damage | null
}

/** Which engines made the page. */
export interface Engines {
  transcriber: string
  analyst: string
}

/**
 * Receives the pipeline's results: a microsite in the server, a JSON file in `recap`. Every call may come twice (a
 * stage that is run again after a crash) and must then change nothing.
 */
export interface RecordingSink {
  progress(progress: Progress): Promise<void>
  playable(playable: Playable): Promise<void>
  transcript(transcript: Transcript): Promise<void>
  /** Records the speed of an engine: seconds of work for seconds of audio. Absent: not recorded. */
  measured?(engine: string, soundSeconds: number, seconds: number): Promise<void>
  /** @param notice what the owner should know about the recap, one sentence; null: nothing. */
  publish(analysis: Analysis, engines: Engines, notice: string | null): Promise<void>
}
