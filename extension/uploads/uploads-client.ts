import type { UploadEntry } from '@callfolio/shared/client/uploads/upload-entry.ts'
import { CHANNELS } from '../messaging/messages.ts'
import {
  channelMessageSchema,
  type ChannelMessage,
  type Upload,
  type UploadCommand,
} from '../messaging/uploads-protocol.ts'

/** How often and for how long a file is offered before the engine is given up, ms. */
const OFFER_EVERY_MS = 300
const OFFER_FOR_MS = 15_000

/** What the extension's windows can do with uploads. */
export interface UploadsClient {
  /**
   * Reports the signed-in user's uploads, now and at every change: the one being sent, then the newest.
   * @returns a function that unsubscribes.
   */
  watch: (onChange: (uploads: Upload[]) => void) => () => void
  /** Hands over a file; once settled, the window may be closed. @throws Error with a sentence. */
  send: (entry: UploadEntry, file: File, durationSeconds: number | null) => Promise<void>
  /** Resumes a stopped upload. @throws Error with a sentence. */
  retry: (id: string) => Promise<void>
  /** @throws Error when the server rejected it. */
  rename: (id: string, title: string) => Promise<void>
  cancel: (id: string) => Promise<void>
  dismiss: (id: string) => Promise<void>
  /** Marks ready uploads as seen. */
  markSeen: () => Promise<void>
}

export interface UploadsClientOptions {
  /** The server that receives uploads. */
  server: string
  /** Makes sure that the engine is listening. */
  wakeEngine: () => Promise<void>
  sendToEngine: (command: UploadCommand) => Promise<unknown>
}

/** Creates the windows' access to the engine's uploads. */
export function createUploadsClient({ server, wakeEngine, sendToEngine }: UploadsClientOptions): UploadsClient {
  async function ask(command: UploadCommand): Promise<void> {
    await wakeEngine()
    await sendToEngine(command)
  }

  return {
    watch(onChange) {
      const channel = new BroadcastChannel(CHANNELS.uploads)
      channel.onmessage = ({ data }) => {
        const message = channelMessageSchema.safeParse(data).data
        if (message?.type === 'changed' && message.server === server) onChange(message.uploads)
      }
      // A window without an engine shows an empty list.
      void ask({ type: 'uploads/tell', server }).catch(() => onChange([]))
      return () => channel.close()
    },
    async send(entry, file, durationSeconds) {
      await wakeEngine()
      await offer({ type: 'offer', server, entry, file, durationSeconds })
    },
    retry: (id) => ask({ type: 'uploads/retry', server, id }),
    rename: (id, title) => ask({ type: 'uploads/rename', server, id, title }),
    cancel: (id) => ask({ type: 'uploads/cancel', server, id }),
    dismiss: (id) => ask({ type: 'uploads/dismiss', server, id }),
    markSeen: () => ask({ type: 'uploads/seen', server }),
  }
}

/** Offers a file until the engine confirms it: a channel stores nothing for late listeners. */
function offer(message: Extract<ChannelMessage, { type: 'offer' }>): Promise<void> {
  const channel = new BroadcastChannel(CHANNELS.uploads)
  const post = () => channel.postMessage(message)
  return new Promise<void>((resolve, reject) => {
    const again = setInterval(post, OFFER_EVERY_MS)
    const end = setTimeout(
      () => finish(() => reject(new Error('The upload couldn’t start. Reopen this panel and choose the file again.'))),
      OFFER_FOR_MS,
    )
    const finish = (settle: () => void) => {
      clearInterval(again)
      clearTimeout(end)
      channel.close()
      settle()
    }
    channel.onmessage = ({ data }) => {
      const answer = channelMessageSchema.safeParse(data).data
      if (answer?.type === 'taken' && answer.id === message.entry.id) finish(resolve)
    }
    post()
  })
}
