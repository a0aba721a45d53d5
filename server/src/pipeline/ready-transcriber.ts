import type { Transcriber } from '../transcription/transcriber.ts'

/** The first engine that is ready; the order is the operator's. @returns null when there is none. */
export async function readyTranscriber(transcribers: readonly Transcriber[]): Promise<Transcriber | null> {
  for (const transcriber of transcribers) {
    const { ready } = await transcriber.status()
    if (ready) return transcriber
  }
  return null
}
