import { z } from 'zod'
import { uploadEntrySchema, type UploadEntry } from '@callfolio/shared/client/upload-entry.ts'
import type { UploadState } from '@callfolio/shared/client/upload-machine.ts'
import { MAX_TITLE } from '@callfolio/shared/titles.ts'

const server = z.string().min(1)
const id = z.string().min(1)

/** What windows and background have the engine do; the answer, null, says that it is done. */
export const uploadCommandSchema = z.discriminatedUnion('type', [
  /**
   * Sends the list on the channel, because messages would lose the handles of files, with what the journal holds: after a
   * restart the engine knows nothing.
   */
  z.object({ type: z.literal('uploads/tell'), server }),
  z.object({ type: z.literal('uploads/retry'), server, id }),
  /** Stops an upload and forgets it, here and on the server. */
  z.object({ type: z.literal('uploads/cancel'), server, id }),
  z.object({ type: z.literal('uploads/rename'), server, id, title: z.string().min(1).max(MAX_TITLE) }),
  /** Takes what has ended off the list. */
  z.object({ type: z.literal('uploads/dismiss'), server, id }),
  /** The person has seen what is ready. */
  z.object({ type: z.literal('uploads/seen'), server }),
])
export type UploadCommand = z.infer<typeof uploadCommandSchema>

/** What the engine sends the background, which has badge and notifications. */
export const uploadNewsSchema = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('uploads/badge'),
    badge: z.object({ text: z.string().max(4), tone: z.enum(['busy', 'good', 'bad']) }).nullable(),
  }),
  /** `page`: what a click on it opens. */
  z.object({ type: z.literal('uploads/notify'), title: z.string(), message: z.string(), page: z.url() }),
])
export type UploadNews = z.infer<typeof uploadNewsSchema>

/** One upload as the windows show it. */
export interface Upload {
  entry: UploadEntry
  /** Seconds; null: unknown. */
  durationSeconds: number | null
  state: UploadState
  /** It waits for a server that doesn't answer. */
  isUnanswered: boolean
}

/** A window gives the engine a file, again and again until it is `taken`. */
const offerSchema = z.object({
  type: z.literal('offer'),
  server,
  entry: uploadEntrySchema,
  file: z.instanceof(File),
  durationSeconds: z.number().nullable(),
})

/** What passes on the channel besides: the engine has a file now, and what its list has become. */
const takenSchema = z.object({ type: z.literal('taken'), id })
const changedSchema = z.object({ type: z.literal('changed'), server, uploads: z.array(z.custom<Upload>()) })
export const channelMessageSchema = z.discriminatedUnion('type', [offerSchema, takenSchema, changedSchema])
export type ChannelMessage = z.infer<typeof channelMessageSchema>
