import { ApiError, createApiClient } from '@callfolio/shared/api-client.ts'
import { retryProblem, retryProcessing } from '@callfolio/shared/client/retry-processing.ts'
import { createDiscards, type Discards } from '@callfolio/shared/client/discards.ts'
import { createMemoryJournal } from '@callfolio/shared/client/memory-journal.ts'
import {
  createUploadDriver,
  fileSource,
  type Connection,
  type UploadDriver,
  type UploadDriverOptions,
} from '@callfolio/shared/client/upload-driver.ts'
import { renamePage } from '@callfolio/shared/client/rename-page.ts'
import { micrositeIdOf, type UploadEntry } from '@callfolio/shared/client/upload-entry.ts'
import type { UploadJournal } from '@callfolio/shared/client/upload-journal.ts'
import { createUploader } from '@callfolio/shared/client/uploader.ts'
import { FAILURES } from '@callfolio/shared/failures.ts'
import { personToken, sessionEnd, type Account } from '../account/account.ts'
import { watchSession } from '../account/watch-session.ts'
import { watchMicrosite } from './watch-microsite.ts'

export interface ServerUploadsOptions extends Pick<UploadDriverOptions, 'onChange' | 'onEnded'> {
  account: Pick<Account, 'auth' | 'server'>
  /** The memory of the uploads. */
  journal: UploadJournal
  /** The memory of the uploads of recordings' sounds, which a person doesn't see. */
  soundJournal: UploadJournal
}

/** All that is uploaded to one server: picked files one after another, recordings beside them. */
export interface ServerUploads {
  driver: UploadDriver
  /** Settles when it is known who is signed in, and what the journal holds of theirs has been taken up. */
  ready: Promise<void>
  /** The server as one person; what they began must not go on as the next person who signed in. */
  connect: (userId: string, journal: UploadJournal) => Connection
  /** Gives uploads of sounds up; those that no server has confirmed go on with the next sign-in. */
  soundDiscards: Pick<Discards, 'add'>
  /** Sends a file, new or chosen again for an entry that broke off. Settles once the journal has it. */
  add: (entry: UploadEntry, file: File, durationSeconds: number | null) => Promise<void>
  /** Names an upload and its page, before, during and after the work on it. @throws ApiError, what `fetch` throws. */
  rename: (id: string, title: string) => Promise<void>
  /** Goes on with what stopped, or has the server try again. @throws Error with a sentence when it can't. */
  retry: (id: string) => Promise<void>
  /** Takes up what the journal holds of the person who is signed in and nobody here works on. */
  takeUp: () => Promise<void>
}

/** Opens the uploads of one server, which follow the user who is signed in there. */
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
      // One that could not be begun gets it with its recording.
      const sent = await renamePage(api, micrositeIdOf(entry), title).then(() => true, isMissing)
      driver.dispatch({ id, type: 'renamed', title, sent })
    },
    async retry(id) {
      const item = driver.uploads().items.get(id)
      // A job that may still run is only asked after again.
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

/** @returns false for a page that is not there. @throws any other error. */
function isMissing(error: unknown): false {
  if (error instanceof ApiError && error.status === 404) return false
  throw error
}

/** @throws ApiError when the person is not signed in: nothing of theirs is sent without their token. */
async function required(getAccessToken: () => Promise<string | null>): Promise<string> {
  const token = await getAccessToken()
  if (token === null) throw new ApiError('no_authorization', 401, FAILURES.no_authorization.sentence)
  return token
}
