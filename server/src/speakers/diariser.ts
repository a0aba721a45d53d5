import type { DiariserName } from '@callfolio/shared/engines.ts'
import type { EngineStatus } from '@callfolio/shared/contract/capabilities.ts'
import type { Segment } from '@callfolio/shared/contract/transcript.ts'
import type { SpeakerTurn } from './speaker-turn.ts'

export interface DiariseInput {
  /** 16 kHz mono PCM WAV. */
  wavPath: string
  durationMs: number
  /** What was heard in it. */
  segments: readonly Segment[]
  /** How many people speak; null: as many as their voices tell apart. */
  count: number | null
  /** Private folder for temporary files; the caller removes it. */
  workFolder: string
}

/** Tells by their voices who speaks when: "Speaker 1" is whoever is heard first. */
export interface Diariser {
  name: DiariserName
  status(): Promise<EngineStatus>
  /** @returns no turns when voices can't be told apart. Rejects when it can't be used, and with the signal's reason. */
  diarise(input: DiariseInput, signal: AbortSignal): Promise<SpeakerTurn[]>
}
