import * as z from 'zod/mini'
import { readLocal, watchLocal, writeLocal } from '../browser/local-storage.ts'
import { captionSiteSchema } from '@callfolio/shared/contract/captions.ts'
import { storedMarksSchema, type CaptionSiteId, type StoredMarks } from '../messaging/captions-protocol.ts'
import {
  recordingChoicesSchema,
  waitingStartSchema,
  type RecordingChoices,
  type WaitingStart,
} from '../messaging/recording-protocol.ts'
import { packagedServer } from './packaged-server.ts'
import { parseServerAddress } from './server-address.ts'

/** The server that receives recordings: the chosen one, else the package's own. Null: the person has to enter one. */
export const serverAddressItem = {
  read: async (): Promise<string | null> =>
    parseServerAddress(await readLocal('serverAddress')) ?? (await packagedServer()),
  write: (address: string): Promise<void> => writeLocal('serverAddress', address),
  watch: (onChange: () => void): void => watchLocal('serverAddress', onChange),
}

/**
 * The address entered last. The browser's question about its host may close the window that asked; the next window
 * continues with this address.
 */
export const enteredAddressItem = {
  read: async (): Promise<string | null> => parseServerAddress(await readLocal('enteredAddress')),
  write: (address: string): Promise<void> => writeLocal('enteredAddress', address),
}

/** Whether the person wants desktop notifications; on by default. */
export const notificationsItem = {
  read: async (): Promise<boolean> => (await readLocal('notifications')) !== 'no',
  write: (wanted: boolean): Promise<void> => writeLocal('notifications', wanted ? 'yes' : 'no'),
}

/** Whether a link is created when a recording or an upload begins; on by default. */
export const linkAtStartItem = {
  read: async (): Promise<boolean> => (await readLocal('linkAtStart')) !== 'no',
  write: (wanted: boolean): Promise<void> => writeLocal('linkAtStart', wanted ? 'yes' : 'no'),
}

/** Whether a recorded meeting's page shows the recording bar; on by default. */
export const recordingBarItem = {
  read: async (): Promise<boolean> => (await readLocal('recordingBar')) !== 'no',
  write: (wanted: boolean): Promise<void> => writeLocal('recordingBar', wanted ? 'yes' : 'no'),
}

/** The sites where the person wants captions collected. The browser's permissions may say otherwise. */
export const captionsWantedItem = {
  read: async (): Promise<CaptionSiteId[]> =>
    z.array(captionSiteSchema).safeParse(parse(await readLocal('captionsWanted'))).data ?? [],
  write: (wanted: CaptionSiteId[]): Promise<void> => writeLocal('captionsWanted', JSON.stringify(wanted)),
}

/** The caption marks of a server; null: none was asked. */
export const captionMarksItem = {
  read: async (): Promise<StoredMarks | null> =>
    storedMarksSchema.safeParse(parse(await readLocal('captionMarks'))).data ?? null,
  write: (stored: StoredMarks): Promise<void> => writeLocal('captionMarks', JSON.stringify(stored)),
}

const downloadOffersSchema = z.object({
  /** Earlier downloads are not offered. ms since 1970 */
  since: z.number(),
  /** Uploaded or dismissed ones, by id. */
  handled: z.array(z.number()),
})
type DownloadOffers = z.infer<typeof downloadOffersSchema>

/** The offers of finished downloads; null: off, as at first. */
export const downloadOffersItem = {
  read: async (): Promise<DownloadOffers | null> =>
    downloadOffersSchema.safeParse(parse(await readLocal('downloadOffers'))).data ?? null,
  write: (offers: DownloadOffers | null): Promise<void> => writeLocal('downloadOffers', JSON.stringify(offers)),
}

const FIRST_CHOICES: RecordingChoices = { source: 'tab', microphone: true, microphoneId: null, captions: true }

/** The person's choices for the last recording. */
export const lastChoicesItem = {
  async read(): Promise<RecordingChoices> {
    return recordingChoicesSchema.safeParse(parse(await readLocal('recordingChoices'))).data ?? FIRST_CHOICES
  },
  write: (choices: RecordingChoices): Promise<void> => writeLocal('recordingChoices', JSON.stringify(choices)),
}

/** The recording that waits for access to its meeting's site; null: none. */
export const waitingStartItem = {
  read: async (): Promise<WaitingStart | null> =>
    waitingStartSchema.safeParse(parse(await readLocal('waitingStart'))).data ?? null,
  write: (waiting: WaitingStart): Promise<void> => writeLocal('waitingStart', JSON.stringify(waiting)),
  clear: (): Promise<void> => writeLocal('waitingStart', 'null'),
  watch: (onChange: () => void): void => watchLocal('waitingStart', onChange),
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
