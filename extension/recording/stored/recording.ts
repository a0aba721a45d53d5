import * as z from 'zod/mini'
import type { GrowingFile } from '@callfolio/shared/client/uploads/growing-file.ts'
import { untilModelSchema } from '@callfolio/shared/contract/transcript.ts'
import type { AudioTrack } from '@callfolio/shared/contract/microsite.ts'
import { peopleSchema } from '../../messaging/captions-protocol.ts'
import { captureSourceSchema, recordingTitleSchema } from '../../messaging/recording-protocol.ts'

const at = z.int().check(z.nonnegative())

/**
 * One recording as stored on disk, from its first second until the server has made its microsite. Times are ms since
 * 1970.
 */
export const recordingSchema = z.object({
  id: z.string().check(z.minLength(1)),
  /** Its server, and its owner there. */
  server: z.string(),
  userId: z.string(),
  source: captureSourceSchema,
  title: z.string(),
  /** Older versions stored none: their titles are tab titles. */
  titleSource: z._default(recordingTitleSchema.shape.source, 'file'),
  tabId: z.int(),
  /** MIME type of the recorded file; empty for captions only. */
  mimeType: z.string(),
  /**
   * Names of its files in the recorder's folder: picture and sound, the sound alone, and the sound of each side. Any
   * of them may be empty or truncated.
   */
  files: z.object({
    mixed: z.nullable(z.string()),
    sound: z._default(z.nullable(z.string()), null),
    microphone: z.nullable(z.string()),
    tab: z.nullable(z.string()),
  }),
  startedAt: at,
  /** While it is recorded: when it was last saved. */
  endedAt: at,
  /** In chronological order. */
  pauses: z.array(z.object({ from: at, to: at })),
  /** Timestamps that the person marked, in recording time, ms; older versions had none. */
  marks: z._default(z.array(at), []),
  /** The people seen in its call, in order of appearance; older versions stored none. */
  participants: peopleSchema,
  bytes: z.int().check(z.nonnegative()),
  /** Excludes pauses. */
  durationMs: z.number().check(z.nonnegative()),
  consent: z.nullable(z.object({ at })),
  /** Whether the meeting's captions become the transcript. */
  captions: z.boolean(),
  captionSessionIds: z.array(z.string()),
  /** Whether a link is created with its page; older versions didn't store it. */
  link: z._default(z.boolean(), false),
  /** The choice made before recording, while the server's speech model was being downloaded. */
  untilModel: z.optional(untilModelSchema),
  state: z.enum(['recording', 'recorded']),
  /** Why it ended, unless the person stopped it. */
  note: z.nullable(z.string()),
})
export type Recording = z.infer<typeof recordingSchema>

/** The side whose sound a recording's file contains. */
export type Side = AudioTrack['who']

/** A recording's files while they are recorded. */
export interface GrowingRecording {
  call?: GrowingFile
  sounds: Partial<Record<Side, GrowingFile>>
}

/** The name of the file with one side's sound; null: there is none. */
export function soundFile({ files }: Pick<Recording, 'files'>, side: Side): string | null {
  return side === 'you' ? files.microphone : files.tab
}

/** The lock that the engine holds while it records. */
export function recordingLock(id: string): string {
  return `recording ${id}`
}

/** True if its recorder ended before the recording was stopped. @param heldLocks names of the locks that are held. */
export function isInterrupted({ id, state }: Pick<Recording, 'id' | 'state'>, heldLocks: ReadonlySet<string>): boolean {
  return state === 'recording' && !heldLocks.has(recordingLock(id))
}

/** Whether a recording belongs to the signed-in account. */
export async function isOwn(
  { signedInUser }: { signedInUser: (server: string) => Promise<string | null> },
  { server, userId }: Pick<Recording, 'server' | 'userId'>,
): Promise<boolean> {
  return (await signedInUser(server)) === userId
}

/** A recorded file's extension, without the dot. */
function fileEnding(mimeType: string): string {
  return mimeType.startsWith('video/mp4') || mimeType.startsWith('audio/mp4') ? 'mp4' : 'webm'
}

/** A file name for a recording: its title and date, without characters that file systems reject. */
export function recordingFileName({
  title,
  startedAt,
  mimeType,
}: Pick<Recording, 'title' | 'startedAt' | 'mimeType'>): string {
  const day = new Date(startedAt).toISOString().slice(0, 10)
  const name = title
    .replace(/[\p{Cc}<>:"/\\|?*]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, 120)
  return `${name === '' ? 'Recording' : name} ${day}.${fileEnding(mimeType)}`
}
