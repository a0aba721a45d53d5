import * as z from 'zod/mini'
import { uploadEntrySchema, type UploadEntry } from '@callfolio/shared/client/uploads/upload-entry.ts'
import type { UploadState } from '@callfolio/shared/client/uploads/upload-machine.ts'
import { MAX_TITLE } from '@callfolio/shared/titles.ts'

const server = z.string().check(z.minLength(1))
const id = z.string().check(z.minLength(1))

/** Requests from windows and background to the engine; the answer, null, confirms completion. */
export const uploadCommandSchema = z.discriminatedUnion('type', [
  /**
   * Sends the list, including the journal's entries, on the channel, because messages would lose file handles: after
   * a restart the engine knows nothing.
   */
  z.object({ type: z.literal('uploads/tell'), server }),
  z.object({ type: z.literal('uploads/retry'), server, id }),
  /** Stops an upload and forgets it, locally and on the server. */
  z.object({ type: z.literal('uploads/cancel'), server, id }),
  z.object({
    type: z.literal('uploads/rename'),
    server,
    id,
    title: z.string().check(z.minLength(1), z.maxLength(MAX_TITLE)),
  }),
  /** Removes a finished upload from the list. */
  z.object({ type: z.literal('uploads/dismiss'), server, id }),
  /** The person has seen the ready uploads. */
  z.object({ type: z.literal('uploads/seen'), server }),
])
export type UploadCommand = z.infer<typeof uploadCommandSchema>

/** Messages from the engine to the background, which controls badge and notifications. */
export const uploadNewsSchema = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('uploads/badge'),
    badge: z.nullable(z.object({ text: z.string().check(z.maxLength(4)), tone: z.enum(['busy', 'good', 'bad']) })),
  }),
  /** `page`: opened when the notification is clicked. `recordingId`: the recording whose link its button copies. */
  z.object({
    type: z.literal('uploads/notify'),
    title: z.string(),
    message: z.string(),
    page: z.url(),
    recordingId: z.optional(z.string()),
  }),
])
export type UploadNews = z.infer<typeof uploadNewsSchema>

/** One upload as shown by the windows. */
export interface Upload {
  entry: UploadEntry
  /** Seconds; null: unknown. */
  durationSeconds: number | null
  state: UploadState
  /** It waits for an unreachable server. */
  isUnanswered: boolean
}

/** A window offers the engine a file, repeatedly until it is `taken`. */
const offerSchema = z.object({
  type: z.literal('offer'),
  server,
  entry: uploadEntrySchema,
  file: z.instanceof(File),
  durationSeconds: z.nullable(z.number()),
})

/** Other messages on the channel: the engine has received a file, and the updated list. */
const takenSchema = z.object({ type: z.literal('taken'), id })
const changedSchema = z.object({ type: z.literal('changed'), server, uploads: z.array(z.custom<Upload>()) })
export const channelMessageSchema = z.discriminatedUnion('type', [offerSchema, takenSchema, changedSchema])
export type ChannelMessage = z.infer<typeof channelMessageSchema>
