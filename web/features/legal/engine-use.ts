import type { Capabilities } from '@callfolio/shared/contract/capabilities.ts'

/** Where a call goes on this server. A host is null when the work stays here. */
export interface EngineUse {
  /** False: no speech engine is ready, transcripts come from caption files. */
  hearsSpeech: boolean
  /** Gets the sound. */
  speechHost: string | null
  /** Gets the transcript. */
  analysisHost: string | null
}

/** What the first ready engines, those in use, send where. */
export function engineUse({ transcribers, analysts }: Pick<Capabilities, 'transcribers' | 'analysts'>): EngineUse {
  const speech = transcribers.find(({ ready }) => ready)
  const analysis = analysts.find(({ ready }) => ready)
  return {
    hearsSpeech: speech !== undefined,
    speechHost: speech?.sends_to ?? null,
    analysisHost: analysis?.sends_to ?? null,
  }
}
