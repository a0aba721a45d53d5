import { readLocal, watchLocal, writeLocal } from '../browser/local-storage.ts'
import { recordingChoicesSchema, type RecordingChoices } from '../messaging/recording-protocol.ts'
import { DEFAULT_SERVER_ADDRESS, parseServerAddress } from './server-address.ts'

/** The server that receives recordings. An invalid URL counts as not set. */
export const serverAddressItem = {
  read: async (): Promise<string> => parseServerAddress(await readLocal('serverAddress')) ?? DEFAULT_SERVER_ADDRESS,
  write: (address: string): Promise<void> => writeLocal('serverAddress', address),
  watch: (onChange: () => void): void => watchLocal('serverAddress', onChange),
}

/** Whether the person wants desktop notifications; on by default. */
export const notificationsItem = {
  read: async (): Promise<boolean> => (await readLocal('notifications')) !== 'no',
  write: (wanted: boolean): Promise<void> => writeLocal('notifications', wanted ? 'yes' : 'no'),
}

/** Whether a link is created when a recording or an upload begins; off unless the person chooses it. */
export const linkAtStartItem = {
  read: async (): Promise<boolean> => (await readLocal('linkAtStart')) === 'yes',
  write: (wanted: boolean): Promise<void> => writeLocal('linkAtStart', wanted ? 'yes' : 'no'),
}

/** Whether the person wants meeting captions collected. The browser's permission may say otherwise. */
export const captionsWantedItem = {
  read: async (): Promise<boolean> => (await readLocal('captionsWanted')) === 'yes',
  write: (wanted: boolean): Promise<void> => writeLocal('captionsWanted', wanted ? 'yes' : 'no'),
}

const FIRST_CHOICES: RecordingChoices = { source: 'tab', microphone: true, microphoneId: null, captions: true }

/** The person's choices for the last recording. */
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
