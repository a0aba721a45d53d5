import type { KeptTake, TakeSending } from '../../messaging/recording-protocol.ts'
import { findTakeEntry, type UploadJournal } from '@callfolio/shared/client/upload-journal.ts'
import type { TakeCaptions } from './take-captions.ts'
import type { TakeStore } from './take-store.ts'
import { isInterrupted, type Take } from './take.ts'

export interface KeptTakesDeps {
  takes: TakeStore
  journal: UploadJournal
  captions: TakeCaptions
  sendingOf: (takeId: string) => TakeSending
  readFile: (name: string) => Promise<Blob | null>
  removeFiles: (take: Take) => Promise<void>
  /** Names of the locks that are held in this browser. */
  heldLocks: () => Promise<ReadonlySet<string>>
}

/** Takes that have ended and are no microsite yet, newest first. */
export async function listKept(deps: KeptTakesDeps): Promise<KeptTake[]> {
  const held = await deps.heldLocks()
  const ended = (await deps.takes.list()).filter((take) => take.state === 'recorded' || isInterrupted(take, held))
  return Promise.all(ended.map((take) => describe(deps, take, isInterrupted(take, held))))
}

async function describe(
  { journal, sendingOf, readFile }: KeptTakesDeps,
  take: Take,
  interrupted: boolean,
): Promise<KeptTake> {
  const { id, title, source, startedAt, durationMs, note, files } = take
  const sending = sendingOf(id)
  const sentBytes = Math.max(sending.sentBytes, (await findTakeEntry(journal, id))?.sentBytes ?? 0)
  // The last piece may have come after the last note.
  const bytes = files.mixed === null ? 0 : ((await readFile(files.mixed))?.size ?? 0)
  return { id, title, source, startedAt, durationMs, bytes, interrupted, note, sending: { ...sending, sentBytes } }
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

/** Forgets what became a microsite when the browser ended before that was done. */
export async function forgetSent(
  deps: Pick<KeptTakesDeps, 'takes' | 'captions' | 'removeFiles' | 'journal'>,
): Promise<void> {
  for (const take of await deps.takes.list()) {
    const entry = await findTakeEntry(deps.journal, take.id)
    if (entry !== null && entry.micrositeId !== null) await forgetTake(deps, take)
  }
}
