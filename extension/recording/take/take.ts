import { z } from 'zod'
import type { GrowingFile } from '@callfolio/shared/client/growing-file.ts'
import { untilModelSchema } from '@callfolio/shared/contract/transcript.ts'
import type { AudioTrack } from '@callfolio/shared/contract/microsite.ts'
import { captureSourceSchema, recordingTitleSchema } from '../../messaging/recording-protocol.ts'

const at = z.number().int().nonnegative()

/**
 * One recording as it is remembered on disk, from its first second until the server has made a microsite of it. Times
 * are ms since 1970.
 */
export const takeSchema = z.object({
  id: z.string().min(1),
  /** Where it goes, and whose it is there. */
  server: z.string(),
  userId: z.string(),
  source: captureSourceSchema,
  title: z.string(),
  /** Older versions kept none: theirs are tabs' titles. */
  titleSource: recordingTitleSchema.shape.source.default('file'),
  tabId: z.number().int(),
  /** Type of the recorded file; empty for captions only. */
  mimeType: z.string(),
  /**
   * Names of its files in the recorder's folder: picture and sound, the sound alone, and the sound of each side. Any of
   * them may be empty or end early.
   */
  files: z.object({
    mixed: z.string().nullable(),
    sound: z.string().nullable().default(null),
    microphone: z.string().nullable(),
    tab: z.string().nullable(),
  }),
  startedAt: at,
  /** While it is recorded: when it was last saved. */
  endedAt: at,
  /** In order of time. */
  pauses: z.array(z.object({ from: at, to: at })),
  bytes: z.number().int().nonnegative(),
  /** Without pauses. */
  durationMs: z.number().nonnegative(),
  consent: z.object({ at }).nullable(),
  /** Whether the meeting's captions become the transcript. */
  captions: z.boolean(),
  captionSessionIds: z.array(z.string()),
  /** Whether a link is made with its page; an older version saved nothing of it. */
  link: z.boolean().default(false),
  /** What was chosen before it, while the server's speech model was on its way. */
  untilModel: untilModelSchema.optional(),
  state: z.enum(['recording', 'recorded']),
  /** Why it ended, when nobody stopped it. */
  note: z.string().nullable(),
})
export type Take = z.infer<typeof takeSchema>

/** Whose sound a file of a take has. */
export type Side = AudioTrack['who']

/** A take's files while they are recorded. */
export interface GrowingTake {
  call?: GrowingFile
  sounds: Partial<Record<Side, GrowingFile>>
}

/** The name of the file with the sound of one side; null: there is none. */
export function soundFile({ files }: Pick<Take, 'files'>, side: Side): string | null {
  return side === 'you' ? files.microphone : files.tab
}

/** The lock that the engine holds as long as it records a take. */
export function takeLock(id: string): string {
  return `take ${id}`
}

/** True when its recorder ended before the recording was stopped. @param heldLocks names of the locks that are held. */
export function isInterrupted({ id, state }: Pick<Take, 'id' | 'state'>, heldLocks: ReadonlySet<string>): boolean {
  return state === 'recording' && !heldLocks.has(takeLock(id))
}

/** Whether a take was recorded by the account that is signed in. */
export async function isOwn(
  { signedInUser }: { signedInUser: (server: string) => Promise<string | null> },
  { server, userId }: Pick<Take, 'server' | 'userId'>,
): Promise<boolean> {
  return (await signedInUser(server)) === userId
}

/** The ending of a recorded file's name, without the dot. */
function fileEnding(mimeType: string): string {
  return mimeType.startsWith('video/mp4') || mimeType.startsWith('audio/mp4') ? 'mp4' : 'webm'
}

/** A name for the file of a take: its title and day, without what file systems refuse. */
export function takeFileName({ title, startedAt, mimeType }: Pick<Take, 'title' | 'startedAt' | 'mimeType'>): string {
  const day = new Date(startedAt).toISOString().slice(0, 10)
  const name = title
    .replace(/[\p{Cc}<>:"/\\|?*]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, 120)
  return `${name === '' ? 'Recording' : name} ${day}.${fileEnding(mimeType)}`
}
