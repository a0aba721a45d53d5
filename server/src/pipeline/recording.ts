import type { Analysis } from '../analysis/analyst.ts'
import type { AnalystName, SpeechEngine } from '@callfolio/shared/engines.ts'
import type { TimeRange } from '../media/media.ts'
import type { TimeSpan } from '@callfolio/shared/contract/redaction.ts'
import type { Transcript } from '../transcription/transcriber.ts'

/** The transcript an owner asked for instead of the first one there is. */
export type WantedTranscript =
  | { id: string; source: 'given'; text: string }
  | { id: string; source: SpeechEngine }
  /** What an engine transcribed for the request `of` (null: at first), its speakers separated again; `count` null: estimated. */
  | { id: string; source: 'speakers'; of: string | null; count: number | null }

/** A recap that is made again of the transcript that stands there; `id` names what is kept of its making. */
export interface WantedAnalysis {
  id: string
  analyst: AnalystName
  transcript: Transcript
}

/** One side's sound of the call: `you` is the one who recorded it. `startMs`: where in the recording it begins. */
export interface RecordedTrack {
  key: string
  who: 'you' | 'them'
  startMs: number
}

/** What goes into the pipeline. Keys are storage keys. */
export interface Recording {
  /** The microsite's id. */
  id: string
  /** Where stage outputs are kept; ends with `/`. */
  folder: string
  /** The uploaded file; null when there are only captions. */
  sourceKey: string | null
  /** Where the recording lies once the upload was removed; null when there are only captions. */
  keptKey: string | null
  /** Text of a caption file that came with the upload. */
  captions: string | null
  /** The sides of the call apart, at most one of each; empty when only the mix is known. */
  tracks: readonly RecordedTrack[]
  /** The name of the recording's maker; null: unknown. */
  ownName: string | null
  /** Null: the first transcript there is. What depends on the transcript is remembered for each request apart. */
  wanted: WantedTranscript | null
  /** Only the recap is made again; null: the whole page is made. */
  anew: WantedAnalysis | null
  /** The day of the call, `YYYY-MM-DD`; null: unknown. */
  date: string | null
  title: string | null
  /** Names that are likely to be said. */
  names: readonly string[]
  description: string | null
  /** BCP 47 tag of the spoken language; null: unknown. */
  language: string | null
  /** BCP 47 tag of the recap's language; null: the spoken one. */
  recapLanguage: string | null
  /** What its owner redacted: no transcript has anything of it. */
  redacted: readonly TimeSpan[]
  /** The plan's limit; null: none. */
  maxVideoSeconds: number | null
  /** True: the sample call, as it comes with the program. */
  isSample?: boolean
}

/** How far the work is: `step` is one of the seven (shared/steps.ts), `progress` 0–1 over the whole job. */
export interface Progress {
  step: number
  progress: number
  /** What the running step has done, in words and numbers; null when there is nothing to count. */
  detail: string | null
}

/** A recording of which less could be read than it says it lasts, or that can't be decoded everywhere. Milliseconds. */
export interface Damage {
  heldMs: number
  statedMs: number
  /** Where picture or sound is broken. Absent: nowhere, or not checked yet. */
  ranges?: TimeRange[] | undefined
}

/** The playable file that takes the upload's place. */
export interface Playable {
  videoKey: string
  posterKey: string | null
  durationMs: number
  /** Null: nothing is missing, as far as the file says its length. */
  damage: Damage | null
}

/** Which engines made the page. */
export interface Engines {
  transcriber: string
  analyst: string
}

/**
 * Where the pipeline's results go: a microsite in the server, a JSON file in `recap`. Every call may come twice (a stage
 * that is run again after a crash) and must then change nothing.
 */
export interface RecordingSink {
  progress(progress: Progress): Promise<void>
  playable(playable: Playable): Promise<void>
  transcript(transcript: Transcript): Promise<void>
  /** How fast an engine was: seconds of work for seconds of sound. Absent: nobody keeps it. */
  measured?(engine: string, soundSeconds: number, seconds: number): Promise<void>
  /** @param notice what the owner should know about the recap, one sentence; null: nothing. */
  publish(analysis: Analysis, engines: Engines, notice: string | null): Promise<void>
}
