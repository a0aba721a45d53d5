import { readLocal, writeLocal } from '../browser/local-storage.ts'
import { recordingChoicesSchema, type RecordingChoices } from '../messaging/recording-protocol.ts'

const FIRST_CHOICES: RecordingChoices = { source: 'tab', microphone: true, captions: true }

/** What the person chose for the last recording. */
export const lastChoicesItem = {
  async read(): Promise<RecordingChoices> {
    return recordingChoicesSchema.safeParse(parse(await readLocal('recordingChoices'))).data ?? FIRST_CHOICES
  },
  write: (choices: RecordingChoices): Promise<void> => writeLocal('recordingChoices', JSON.stringify(choices)),
}

/** When the person confirmed the reminder to tell everyone in a call, ms since 1970; null: not yet. */
export const consentItem = {
  async read(): Promise<number | null> {
    const at = Number((await readLocal('consentConfirmedAt')) ?? Number.NaN)
    return Number.isSafeInteger(at) ? at : null
  },
  write: (at: number): Promise<void> => writeLocal('consentConfirmedAt', String(at)),
}

function parse(text: unknown): unknown {
  try {
    return JSON.parse(String(text))
  } catch {
    return null
  }
}
