import { ApiError, createApiClient } from '@callfolio/shared/api-client.ts'
import { retryProblem, retryProcessing } from '@callfolio/shared/client/retry-processing.ts'
import { createDiscards, type Discards } from '@callfolio/shared/client/uploads/discards.ts'
import { createMemoryJournal } from '@callfolio/shared/client/uploads/memory-journal.ts'
import { fileSource, type Connection } from '@callfolio/shared/client/uploads/upload-steps.ts'
import {
  createUploadDriver,
  type UploadDriver,
  type UploadDriverOptions,
} from '@callfolio/shared/client/uploads/upload-driver.ts'
import { renamePage } from '@callfolio/shared/client/rename-page.ts'
import { getMicrositeId, type UploadEntry } from '@callfolio/shared/client/uploads/upload-entry.ts'
import type { UploadJournal } from '@callfolio/shared/client/uploads/upload-journal.ts'
import { createUploader } from '@callfolio/shared/client/uploads/uploader.ts'
import { FAILURES } from '@callfolio/shared/failures.ts'
import { personToken, sessionEnd, type Account } from '../account/account.ts'
import { watchSession } from '../account/watch-session.ts'
import { createAnswerCheck, type IsUnanswered } from './unanswered.ts'
import { watchMicrosite } from './watch-microsite.ts'

export interface ServerUploadsOptions extends Pick<UploadDriverOptions, 'onChange' | 'onEnded'> {
  account: Pick<Account, 'auth' | 'server'>
  /** Stores the uploads. */
  journal: UploadJournal
  /** Stores the uploads of recordings' sounds, which the person doesn't see. */
  soundJournal: UploadJournal
}

/** All uploads to one server: chosen files one after another, recordings in parallel. */
export interface ServerUploads {
  driver: UploadDriver
  isUnanswered: IsUnanswered
  /** Settles when the signed-in user is known and their journal entries are resumed. */
  ready: Promise<void>
  /** The server, authenticated as one person: their uploads must not continue as the next person to sign in. */
  connect: (userId: string, journal: UploadJournal) => Connection
  /** Gives up uploads of sounds; those that the server has not confirmed are retried at the next sign-in. */
  soundDiscards: Pick<Discards, 'add'>
  /** Sends a file, new or chosen again for an interrupted entry. Settles once the journal has it. */
  add: (entry: UploadEntry, file: File, durationSeconds: number | null) => Promise<void>
  /** Renames an upload and its page, before, during and after processing. @throws ApiError, `fetch` errors. */
  rename: (id: string, title: string) => Promise<void>
  /** Resumes a stopped upload, or has the server retry. @throws Error with a sentence when it can't. */
  retry: (id: string) => Promise<void>
  /** Resumes the signed-in person's journal entries that are not being driven here. */
  takeUp: () => Promise<void>
}

/** Opens one server's uploads, which follow the user signed in there. */
export function openServerUploads({ account, journal, soundJournal, ...events }: ServerUploadsOptions): ServerUploads {
  const connect: ServerUploads['connect'] = (userId, of) => {
    const getAccessToken = personToken(account, userId)
    const onSessionEnded = sessionEnd(account)
    return {
      api: createApiClient({
        baseUrl: account.server,
        getAccessToken: () => required(getAccessToken),
        onSessionEnded,
      }),
      uploader: createUploader({ endpoint: `${account.server}/files`, getAccessToken, onSessionEnded, journal: of }),
    }
  }
  const driver = createUploadDriver({
    journal,
    connect: ({ userId }) => connect(userId, journal),
    watch: watchMicrosite,
    ...events,
  })
  const soundDiscards = createDiscards({
    journal: soundJournal,
    connect: ({ userId }) => connect(userId, soundJournal),
  })

  async function takeUp(): Promise<void> {
    for (const entry of await journal.list()) driver.dispatch({ id: entry.id, type: 'restored', entry })
  }

  const ready = new Promise<void>((resolve) => {
    watchSession(account, (session) => {
      driver.dispatch({ type: 'session', userId: session?.user.id ?? null })
      if (session !== null) void soundDiscards.resume(session.user.id)
      void takeUp().then(resolve)
    })
  })

  return {
    driver,
    isUnanswered: createAnswerCheck(account.server),
    ready,
    connect,
    soundDiscards,
    takeUp,
    async add(entry, file, durationSeconds) {
      if (!driver.uploads().items.has(entry.id)) await journal.put(entry)
      driver.choose(entry, fileSource(file), durationSeconds)
    },
    async rename(id, title) {
      const entry = driver.uploads().items.get(id)?.entry
      if (entry === undefined) return
      const { api } = connect(entry.userId, createMemoryJournal())
      // A page that couldn't be begun gets it with its recording.
      const sent = await renamePage(api, getMicrositeId(entry), title).then(() => true, isMissing)
      driver.dispatch({ id, type: 'renamed', title, sent })
    },
    async retry(id) {
      const item = driver.uploads().items.get(id)
      // A job that may still be running is only polled again.
      if (item?.state.phase !== 'failed' || item.state.mayRun || item.entry.micrositeId === null)
        return driver.dispatch({ id, type: 'resumed' })
      const { api } = connect(item.entry.userId, createMemoryJournal())
      await retryProcessing(api, item.entry.micrositeId).catch((error: Error) => {
        throw new Error(retryProblem(error) ?? '', { cause: error })
      })
      driver.dispatch({ id, type: 'jobRestarted' })
    },
  }
}

/** @returns false if the page doesn't exist. @throws any other error. */
function isMissing(error: unknown): false {
  if (error instanceof ApiError && error.status === 404) return false
  throw error
}

/** @throws ApiError when signed out: nothing is sent without the person's own token. */
async function required(getAccessToken: () => Promise<string | null>): Promise<string> {
  const token = await getAccessToken()
  if (token === null) throw new ApiError('no_authorization', 401, FAILURES.no_authorization.sentence)
  return token
}
