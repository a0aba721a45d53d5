import type { EngineStatus } from '@callfolio/shared/contract/capabilities.ts'
import type { Segment } from '@callfolio/shared/contract/transcript.ts'
import type { DiariserName } from '@callfolio/shared/engines.ts'
import type { TimeRange } from '../media/media.ts'

export interface DiariseInput {
  /** 16 kHz mono PCM WAV. */
  wavPath: string
  durationMs: number
  /** Its transcript. */
  segments: readonly Segment[]
  /** The number of speakers; null: as many as can be distinguished. */
  count: number | null
  /** Private folder for temporary files; the caller removes it. */
  workFolder: string
}

/** Detects who speaks when from voices: "Speaker 1" is the first to speak. */
export interface Diariser {
  name: DiariserName
  status(): Promise<EngineStatus>
  /**
   * @returns no turns when voices can't be distinguished. Rejects when it can't be used, and with the signal's reason.
   */
  diarise(input: DiariseInput, signal: AbortSignal): Promise<SpeakerTurn[]>
}

/** A range in which one person speaks. Turns are in order and do not overlap; between turns the speaker is unknown. */
export interface SpeakerTurn extends TimeRange {
  speaker: string
}
