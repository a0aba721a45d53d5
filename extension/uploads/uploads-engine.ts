import type { UploadJournal } from '@callfolio/shared/client/uploads/upload-journal.ts'
import { isRecording, type UploadItem } from '@callfolio/shared/client/uploads/upload-machine.ts'
import { listUploads, type Uploads } from '@callfolio/shared/client/uploads/uploads.ts'
import type { Account } from '../account/account.ts'
import type { Answer } from '../browser/messages.ts'
import { CHANNELS } from '../messaging/messages.ts'
import {
  channelMessageSchema,
  uploadCommandSchema,
  type ChannelMessage,
  type Upload,
  type UploadCommand,
  type UploadNews,
} from '../messaging/uploads-protocol.ts'
import { openServerUploads, type ServerUploads } from './server-uploads.ts'
import { LOOK_INTERVAL_MS } from './unanswered.ts'
import { createBadgeNews, isStuck, uploadBadge } from './upload-badge.ts'

/** Minimum interval between updates to windows, ms. */
const PUBLISH_INTERVAL_MS = 200
/** The badge reflects kept recordings once they have been unchanged for this long, ms. */
const QUIET_MS = 500

export interface UploadsEngineOptions {
  /** One identity client per server: several would refresh the same session. */
  openAccount: (server: string) => Account
  journal: UploadJournal
  soundJournal: UploadJournal
  /** Sends news to the background. */
  sendNews: (news: UploadNews) => void
  /** Reports whether files are being sent or microsites made, often repeatedly. */
  onBusy?: (isBusy: boolean) => void
}

/** The engine's part in uploads. */
export interface UploadsEngine {
  answer: Answer
  /** A server's uploads, opened on first use. */
  getUploads: (server: string) => ServerUploads
  /** Reports a change of a recording's upload. */
  watchRecordings: (onChange: () => void) => void
  /** Redraws the badge, which a recording may have cleared. @param waiting kept recordings that need the person. */
  setWaitingRecordings: (waiting: number) => void
}

/** One server's uploads, as sent to windows and background. */
interface PublishedUploads {
  uploads: ServerUploads
  isBusy: () => boolean
  publish: () => void
  markSeen: () => void
  redrawBadge: () => void
}

/**
 * Sends chosen files and recordings and waits for their microsites while no window is open. Runs in the engine's
 * page, one per engine for all servers chosen during its lifetime.
 */
export function createUploadsEngine(options: UploadsEngineOptions): UploadsEngine {
  const channel = new BroadcastChannel(CHANNELS.uploads)
  const servers = new Map<string, PublishedUploads>()
  const recordingWatchers: (() => void)[] = []
  let recordingsWaiting = 0
  let quiet: ReturnType<typeof setTimeout> | undefined

  const getPublished = (server: string): PublishedUploads => {
    const published =
      servers.get(server) ??
      openPublished(server, {
        ...options,
        post: (message) => channel.postMessage(message),
        recordingsWaiting: () => recordingsWaiting,
        onRecordings: () => recordingWatchers.forEach((onChange) => onChange()),
        onChanged: () => options.onBusy?.([...servers.values()].some(({ isBusy }) => isBusy())),
      })
    servers.set(server, published)
    return published
  }

  channel.onmessage = async ({ data }) => {
    const message = channelMessageSchema.safeParse(data).data
    if (message?.type !== 'offer') return
    const { server, entry, file, durationSeconds } = message
    const { uploads } = getPublished(server)
    await uploads.ready
    await uploads.add(entry, file, durationSeconds)
    channel.postMessage({ type: 'taken', id: entry.id } satisfies ChannelMessage)
  }

  return {
    answer(message) {
      const command = uploadCommandSchema.safeParse(message).data
      return command && carryOut(getPublished(command.server), command)
    },
    getUploads: (server) => getPublished(server).uploads,
    watchRecordings: (onChange) => void recordingWatchers.push(onChange),
    setWaitingRecordings(waiting) {
      recordingsWaiting = waiting
      clearTimeout(quiet)
      quiet = setTimeout(() => {
        for (const { redrawBadge } of servers.values()) redrawBadge()
      }, QUIET_MS)
    },
  }
}

async function carryOut({ uploads, publish, markSeen }: PublishedUploads, command: UploadCommand): Promise<null> {
  await uploads.ready
  const { driver } = uploads
  switch (command.type) {
    case 'uploads/tell':
      await uploads.takeUp()
      publish()
      return null
    case 'uploads/retry':
      await uploads.retry(command.id)
      return null
    case 'uploads/rename':
      await uploads.rename(command.id, command.title)
      return null
    case 'uploads/cancel':
      driver.dispatch({ id: command.id, type: 'cancelled' })
      await driver.settled(command.id)
      return null
    case 'uploads/dismiss':
      driver.dispatch({ id: command.id, type: 'dismissed' })
      await driver.settled(command.id)
      return null
    case 'uploads/seen':
      markSeen()
      publish()
      return null
  }
}

interface PublishOptions extends UploadsEngineOptions {
  post: (message: ChannelMessage) => void
  recordingsWaiting: () => number
  onRecordings: () => void
  onChanged: () => void
}

/** Opens a server's uploads and reports them. */
function openPublished(
  server: string,
  { openAccount, journal, soundJournal, sendNews, post, recordingsWaiting, onRecordings, onChanged }: PublishOptions,
): PublishedUploads {
  let readyUnseen = false
  const badgeNews = createBadgeNews((badge) => sendNews({ type: 'uploads/badge', badge }))
  let recordings: UploadItem[] = []
  let timer: ReturnType<typeof setTimeout> | undefined
  let again: ReturnType<typeof setTimeout> | undefined

  const publish = (): void => {
    timer ??= setTimeout(() => {
      timer = undefined
      // Leaves out files. A recording is shown by the recorder until it is a microsite.
      const listed = listUploads(uploads.driver.uploads())
        .filter((item) => !isRecording(item) || item.entry.micrositeId !== null)
        .map((item): Upload => {
          const { entry, durationSeconds, state } = item
          return {
            entry,
            durationSeconds,
            state,
            isUnanswered: uploads.isUnanswered(item, entry.fileSize ?? 0, Date.now()),
          }
        })
      clearTimeout(again)
      if (listed.some(({ state }) => state.phase === 'sending')) again = setTimeout(publish, LOOK_INTERVAL_MS)
      post({ type: 'changed', server, uploads: listed })
      badgeNews.show(uploadBadge({ uploads: listed, recordingsWaiting: recordingsWaiting(), readyUnseen }))
    }, PUBLISH_INTERVAL_MS)
  }
  const uploads = openServerUploads({
    account: openAccount(server),
    journal,
    soundJournal,
    onChange({ items }: Uploads) {
      onChanged()
      publish()
      const now = [...items.values()].filter(isRecording)
      const isSame =
        now.length === recordings.length && now.every((recording, place) => recording === recordings[place])
      recordings = now
      if (!isSame) onRecordings()
    },
    onEnded({ title, micrositeId, problem }) {
      if (problem === null) readyUnseen = true
      const page = `${server}/microsite/${encodeURIComponent(micrositeId)}`
      sendNews({ type: 'uploads/notify', title, message: problem ?? 'Your Microsite is Ready!', page })
    },
  })
  return {
    uploads,
    isBusy: () => listUploads(uploads.driver.uploads()).some((item) => !isStuck(item) && item.state.phase !== 'ready'),
    publish,
    markSeen: () => (readyUnseen = false),
    redrawBadge() {
      badgeNews.forget()
      publish()
    },
  }
}
