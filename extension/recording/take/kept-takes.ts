import type { KeptTake, OwnTake, TakeSending } from '../../messaging/recording-protocol.ts'
import { findTakeEntry, type UploadJournal } from '@callfolio/shared/client/uploads/upload-journal.ts'
import type { TakeCaptions } from './take-captions.ts'
import type { TakeStore } from './take-store.ts'
import { elapsedMs } from './recording-time.ts'
import { isInterrupted, type Take } from './take.ts'
import { TOLERANCE_MS, wholeFile, type WholeFileDeps } from './whole-file.ts'

export interface KeptTakesDeps extends WholeFileDeps {
  takes: TakeStore
  journal: UploadJournal
  captions: TakeCaptions
  getSending: (takeId: string) => TakeSending
  removeFiles: (take: Take) => Promise<void>
  /** The user whose session is stored for a server, read without the network; null: none. */
  signedInUser: (server: string) => Promise<string | null>
  /** Names of the locks held in this browser. */
  heldLocks: () => Promise<ReadonlySet<string>>
}

/** Takes that have ended and are not microsites yet, newest first. */
export async function listKept(deps: KeptTakesDeps): Promise<KeptTake[]> {
  const held = await deps.heldLocks()
  const ended = (await deps.takes.list()).filter((take) => take.state === 'recorded' || isInterrupted(take, held))
  return Promise.all(
    ended.map(async (take) => {
      const user = await deps.signedInUser(take.server)
      return user === take.userId
        ? describe(deps, take, isInterrupted(take, held))
        : { isOwn: false, id: take.id, isSignedOut: user === null }
    }),
  )
}

async function describe(deps: KeptTakesDeps, take: Take, interrupted: boolean): Promise<OwnTake> {
  const { id, source, startedAt, note } = take
  const sending = deps.getSending(id)
  const entry = await findTakeEntry(deps.journal, id)
  const sentBytes = Math.max(sending.sentBytes, entry?.sentBytes ?? 0)
  const shareUrl = sending.shareUrl ?? entry?.shareUrl ?? null
  // The last piece may have been written after the last save.
  const whole = await wholeFile(deps, take)
  const held = whole === null ? null : await deps.heldMs(whole.name, whole.file)
  const clock = clockMs(take, interrupted ? whole?.file : undefined)
  // After a stop, the recorders don't end exactly with the clock.
  const hasAll = !interrupted && note === null && held !== null && clock - held < TOLERANCE_MS
  const durationMs = hasAll ? take.durationMs : (held ?? take.durationMs)
  return {
    isOwn: true,
    id,
    title: { text: take.title, source: take.titleSource },
    source,
    startedAt,
    durationMs,
    missingMs: Math.max(0, clock - durationMs),
    bytes: whole?.file.size ?? 0,
    lacksPicture: whole !== null && !whole.hasPicture,
    interrupted,
    savedUntil: interrupted && whole !== null ? whole.file.lastModified : null,
    note,
    sending: { ...sending, sentBytes, shareUrl },
    link: take.link,
  }
}

/**
 * Recording time by the clock, ms. @param written the file of an interrupted take: its recorder ran until its last
 * write.
 */
function clockMs({ durationMs, startedAt, pauses }: Take, written: File | undefined): number {
  const untilWritten =
    written === undefined ? 0 : elapsedMs({ startedAt, pauses, pausedAt: null }, written.lastModified)
  return Math.max(durationMs, untilWritten)
}

/** Forgets a take with all its files and captions. */
export async function forgetTake(
  { takes, captions, removeFiles }: Pick<KeptTakesDeps, 'takes' | 'captions' | 'removeFiles'>,
  take: Take,
): Promise<void> {
  await removeFiles(take)
  await captions.forget(take).catch(() => {})
  await takes.remove(take.id)
}

/** Forgets takes that became microsites but were still stored when the browser closed. */
export async function forgetSent(
  deps: Pick<KeptTakesDeps, 'takes' | 'captions' | 'removeFiles' | 'journal'>,
): Promise<void> {
  for (const take of await deps.takes.list()) {
    const entry = await findTakeEntry(deps.journal, take.id)
    if (entry !== null && entry.micrositeId !== null) await forgetTake(deps, take)
  }
}
