import type { UploadJournal } from '@callfolio/shared/client/upload-journal.ts'
import type { Account } from '../account/account.ts'
import { watchSession } from '../account/watch-session.ts'
import type { Answer } from '../browser/messages.ts'
import {
  channelMessageSchema,
  uploadCommandSchema,
  UPLOADS_CHANNEL,
  type ChannelMessage,
  type Upload,
  type UploadCommand,
  type UploadNews,
} from '../messaging/uploads-protocol.ts'
import { uploadBadge } from './upload-badge.ts'
import { createUploadQueue, type UploadQueue } from './upload-queue.ts'

/** Windows are told of changes this often at most, ms. */
const TELL_EVERY_MS = 200

export interface UploadsEngineOptions {
  /** One identity client for each server: several would refresh one session. */
  openAccount: (server: string) => Account
  journal: UploadJournal
  /** Brings news to the background. */
  sendNews: (news: UploadNews) => void
}

/** The engine's part in uploads. */
export interface UploadsEngine {
  answer: Answer
  /**
   * Looks into the journal for what is to be gone on with at a server: a recording that was sent is waited for as an
   * upload is. @param takesWaiting kept recordings that need the person.
   */
  takeUp: (server: string, takesWaiting: number) => void
}

/** The queue of one server, with what windows and background are told of it. */
interface Desk {
  queue: UploadQueue
  tell: () => void
  markSeen: () => void
  /** Draws the badge anew, which a recording may have taken away. */
  noteTakes: (waiting: number) => void
}

/**
 * Sends what is picked and waits for its microsites while no window is open. Runs in the engine's page, one for all
 * servers that were ever chosen while it lives.
 */
export function createUploadsEngine(options: UploadsEngineOptions): UploadsEngine {
  const channel = new BroadcastChannel(UPLOADS_CHANNEL)
  const post = (message: ChannelMessage): void => channel.postMessage(message)
  const desks = new Map<string, Promise<Desk>>()

  const deskOf = (server: string): Promise<Desk> => {
    const desk = desks.get(server) ?? openDesk(server, { ...options, post })
    desks.set(server, desk)
    return desk
  }

  channel.onmessage = async ({ data }) => {
    const message = channelMessageSchema.safeParse(data).data
    if (message?.type !== 'offer') return
    const { server, entry, file, durationSeconds } = message
    await (await deskOf(server)).queue.add(entry, file, durationSeconds)
    post({ type: 'taken', id: entry.id })
  }

  return {
    answer(message) {
      const command = uploadCommandSchema.safeParse(message).data
      return command && deskOf(command.server).then((desk) => carryOut(desk, command))
    },
    takeUp: (server, takesWaiting) =>
      void deskOf(server).then(({ queue, noteTakes }) => {
        noteTakes(takesWaiting)
        return queue.takeUp()
      }),
  }
}

async function carryOut({ queue, tell, markSeen }: Desk, command: UploadCommand): Promise<null> {
  switch (command.type) {
    case 'uploads/tell':
      await queue.takeUp()
      tell()
      return null
    case 'uploads/retry':
      await queue.retry(command.id)
      return null
    case 'uploads/cancel':
      await queue.cancel(command.id)
      return null
    case 'uploads/dismiss':
      await queue.dismiss(command.id)
      return null
    case 'uploads/seen':
      markSeen()
      tell()
      return null
  }
}

/** Opens the queue of a server, which follows whoever is signed in there. Settles when it is known who that is. */
async function openDesk(
  server: string,
  { openAccount, journal, sendNews, post }: UploadsEngineOptions & { post: (message: ChannelMessage) => void },
): Promise<Desk> {
  const account = openAccount(server)
  let readyUnseen = false
  let takesWaiting = 0
  let shownBadge = ''
  let timer: ReturnType<typeof setTimeout> | undefined

  const tell = (): void => {
    timer ??= setTimeout(() => {
      timer = undefined
      const uploads = listed(queue)
      post({ type: 'changed', server, uploads })
      const badge = uploadBadge({ uploads, takesWaiting, readyUnseen })
      if (shownBadge === (badge?.text ?? '')) return
      shownBadge = badge?.text ?? ''
      sendNews({ type: 'uploads/badge', badge })
    }, TELL_EVERY_MS)
  }
  const queue = createUploadQueue({
    account,
    journal,
    onChange: tell,
    onEnded({ title, micrositeId, problem }) {
      if (problem === null) readyUnseen = true
      const page = `${server}/microsite/${encodeURIComponent(micrositeId)}`
      sendNews({ type: 'uploads/notify', title, message: problem ?? 'Your Microsite is Ready!', page })
    },
  })
  await new Promise<void>((resolve) => {
    watchSession(account, (session) => void queue.follow(session?.user.id ?? null).then(resolve))
  })
  return {
    queue,
    tell,
    markSeen: () => (readyUnseen = false),
    noteTakes(waiting) {
      takesWaiting = waiting
      shownBadge = ''
    },
  }
}

/** What windows are told: not the files. */
function listed(queue: UploadQueue): Upload[] {
  return queue.list().map(({ entry, durationSeconds, state }) => ({ entry, durationSeconds, state }))
}
