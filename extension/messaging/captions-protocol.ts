import * as z from 'zod/mini'
import { captionMarksSchema, captionSiteSchema } from '@callfolio/shared/contract/captions.ts'
import { MAX_PARTICIPANT, MAX_PARTICIPANTS } from '@callfolio/shared/participants.ts'
import { MAX_TITLE } from '@callfolio/shared/titles.ts'

const at = z.int().check(z.nonnegative())

/** Names of the people in a call. */
export const peopleSchema = z._default(
  z.array(z.string().check(z.maxLength(MAX_PARTICIPANT))).check(z.maxLength(MAX_PARTICIPANTS)),
  [],
)

const captionLineSchema = z.object({
  id: z.string().check(z.minLength(1), z.maxLength(40)),
  speaker: z.string().check(z.minLength(1), z.maxLength(200)),
  text: z.string().check(z.minLength(1), z.maxLength(5000)),
  /** When its first and last word appeared on the page, ms since 1970. */
  startedAt: at,
  endedAt: at,
})

/** A meeting site (`CAPTION_SITES`). */
export type CaptionSiteId = z.infer<typeof captionSiteSchema>

/** Whether a page shows captions; `unreadable`: in an unknown form. */
const captionPageSchema = z.enum(['shown', 'hidden', 'unreadable'])
export type CaptionPage = z.infer<typeof captionPageSchema>

const captionSessionSchema = z.object({
  id: z.uuid(),
  site: captionSiteSchema,
  /** The tab's. */
  title: z.string().check(z.maxLength(500)),
  /** The meeting's own name; null: its page shows none. */
  name: z._default(z.nullable(z.string().check(z.maxLength(MAX_TITLE))), null),
  startedAt: at,
  page: z._default(captionPageSchema, 'shown'),
})

/** Sent by a meeting's page: new or corrected lines, and lines removed by a correction. */
export const captionsChangedSchema = z.object({
  type: z.literal('captions/changed'),
  session: captionSessionSchema,
  put: z.array(captionLineSchema).check(z.maxLength(5000)),
  removed: z.array(z.string().check(z.maxLength(40))).check(z.maxLength(5000)),
})

/**
 * Sent by a meeting's page when it enters a call, when the people in it change, and when it leaves. `closed`: the page
 * was closed or is loading again.
 */
export const callChangedSchema = z.object({
  type: z.literal('captions/call'),
  site: captionSiteSchema,
  state: z.enum(['entered', 'left', 'closed']),
  /** The meeting's own name; null: its page shows none. */
  name: z.nullable(z.string().check(z.maxLength(MAX_TITLE))),
  /** The people it shows. */
  people: peopleSchema,
})
export type CallChanged = z.infer<typeof callChangedSchema>

const recordingSchema = z.object({
  startedAt: at,
  endedAt: at,
  /** When the recording was paused, ms since 1970, in chronological order. */
  pauses: z.array(z.object({ from: at, to: at })),
})

const sessionIds = z.array(z.uuid()).check(z.minLength(1))

/**
 * Requests of popup, side panel and recorder. Each is a runtime message, answered with the CaptionAnswers entry of
 * its type.
 */
export const captionCommandSchema = z.discriminatedUnion('type', [
  /** Request permission for the site's origins first: only a page with a click can. */
  z.object({ type: z.literal('captions/switch'), site: captionSiteSchema, on: z.boolean() }),
  z.object({ type: z.literal('captions/status') }),
  /** Without a recording the times are relative to the first line. */
  z.object({ type: z.literal('captions/webvtt'), sessionIds, recording: z.optional(recordingSchema) }),
  z.object({ type: z.literal('captions/forget'), sessionIds }),
])

export interface CaptionAnswers {
  'captions/switch': { on: boolean }
  'captions/status': CaptionStatus
  /** The `captions` of process-meeting; null when no one spoke. */
  'captions/webvtt': { webvtt: string | null }
  'captions/forget': { forgotten: number }
}

export interface CaptionStatus {
  /** The sites where captions are collected. */
  on: CaptionSiteId[]
  /** Newest first. */
  sessions: CaptionSessionStatus[]
}

export interface CaptionSessionStatus extends CaptionSession {
  tabId: number | null
  lines: number
  lastLineAt: number
  /** "Captions: 12 lines, last 3 s ago", currently. */
  health: string
}

export type CaptionLine = z.infer<typeof captionLineSchema>
export type CaptionSession = z.infer<typeof captionSessionSchema>
export type CaptionsChanged = z.infer<typeof captionsChangedSchema>
export type CaptionChanges = Pick<CaptionsChanged, 'put' | 'removed'>
export type CaptionCommand = z.infer<typeof captionCommandSchema>
/** When a recording ran, by the clock. */
export type RecordingTime = z.infer<typeof recordingSchema>

/** A server's marks, as stored. */
export const storedMarksSchema = z.object({
  server: z.string().check(z.maxLength(500)),
  /** When the server was asked, ms since 1970. */
  at: z.number(),
  /** Null: it has none that are newer. */
  marks: z.nullable(captionMarksSchema),
})
export type StoredMarks = z.infer<typeof storedMarksSchema>
