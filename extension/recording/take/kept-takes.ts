import type { KeptTake, OwnTake, TakeSending } from '../../messaging/recording-protocol.ts'
import { findTakeEntry, type UploadJournal } from '@callfolio/shared/client/upload-journal.ts'
import type { TakeCaptions } from './take-captions.ts'
import type { TakeStore } from './take-store.ts'
import { isInterrupted, isOwn, type Take } from './take.ts'

export interface KeptTakesDeps {
  takes: TakeStore
  journal: UploadJournal
  captions: TakeCaptions
  sendingOf: (takeId: string) => TakeSending
  readFile: (name: string) => Promise<Blob | null>
  removeFiles: (take: Take) => Promise<void>
  /** Whose session is kept for a server, asked without the network; null: nobody's. */
  signedInUser: (server: string) => Promise<string | null>
  /** How much a take's file holds, ms; null where that can't be read. */
  heldMs: (takeId: string, file: Blob) => Promise<number | null>
  /** Names of the locks that are held in this browser. */
  heldLocks: () => Promise<ReadonlySet<string>>
}

/** Takes that have ended and are no microsite yet, newest first. */
export async function listKept(deps: KeptTakesDeps): Promise<KeptTake[]> {
  const held = await deps.heldLocks()
  const ended = (await deps.takes.list()).filter((take) => take.state === 'recorded' || isInterrupted(take, held))
  return Promise.all(
    ended.map(async (take) =>
      (await isOwn(deps, take)) ? describe(deps, take, isInterrupted(take, held)) : { isOwn: false, id: take.id },
    ),
  )
}

async function describe(
  { journal, sendingOf, readFile, heldMs }: KeptTakesDeps,
  take: Take,
  interrupted: boolean,
): Promise<OwnTake> {
  const { id, source, startedAt, note, files } = take
  const sending = sendingOf(id)
  const sentBytes = Math.max(sending.sentBytes, (await findTakeEntry(journal, id))?.sentBytes ?? 0)
  // The last piece may have come after the last save.
  const file = files.mixed === null ? null : await readFile(files.mixed)
  // One that the person stopped has all of it.
  const mayLack = interrupted || note !== null
  const held = mayLack && file !== null ? await heldMs(id, file) : null
  const durationMs = held ?? take.durationMs
  return {
    isOwn: true,
    id,
    title: { text: take.title, source: take.titleSource },
    source,
    startedAt,
    durationMs,
    missingMs: Math.max(0, take.durationMs - durationMs),
    bytes: file?.size ?? 0,
    interrupted,
    note,
    sending: { ...sending, sentBytes },
  }
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
