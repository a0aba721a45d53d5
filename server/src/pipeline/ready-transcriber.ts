import type { Transcriber } from '../transcription/transcriber.ts'

/**
 * The first engine that is ready, or the requested one; the operator sets the order. @returns null when there is none.
 */
export async function readyTranscriber(
  transcribers: readonly Transcriber[],
  wanted: Transcriber['name'] | null = null,
): Promise<Transcriber | null> {
  for (const transcriber of transcribers) {
    if (wanted !== null && transcriber.name !== wanted) continue
    const { ready } = await transcriber.status()
    if (ready) return transcriber
  }
  return null
}
