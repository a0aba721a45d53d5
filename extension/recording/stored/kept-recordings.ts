import type { KeptRecording, OwnRecording, RecordingSending } from '../../messaging/recording-protocol.ts'
import { findRecordingEntry, type UploadJournal } from '@callfolio/shared/client/uploads/upload-journal.ts'
import type { RecordingCaptions } from './recording-captions.ts'
import type { RecordingStore } from './recording-store.ts'
import { elapsedMs } from './recording-time.ts'
import { isInterrupted, type Recording } from './recording.ts'
import { TOLERANCE_MS, wholeFile, type WholeFile, type WholeFileDeps } from './whole-file.ts'

export interface KeptRecordingsDeps extends WholeFileDeps {
  recordings: RecordingStore
  journal: UploadJournal
  captions: RecordingCaptions
  getSending: (recordingId: string) => RecordingSending
  removeFiles: (recording: Recording) => Promise<void>
  /** The user whose session is stored for a server, read without the network; null: none. */
  signedInUser: (server: string) => Promise<string | null>
  /** Names of the locks held in this browser. */
  heldLocks: () => Promise<ReadonlySet<string>>
}

/** Recordings that have ended and are not microsites yet, newest first. */
export async function listKept(deps: KeptRecordingsDeps): Promise<KeptRecording[]> {
  const held = await deps.heldLocks()
  const ended = (await deps.recordings.list()).filter(
    (recording) => recording.state === 'recorded' || isInterrupted(recording, held),
  )
  return Promise.all(
    ended.map(async (recording) => {
      const user = await deps.signedInUser(recording.server)
      return user === recording.userId
        ? describe(deps, recording, isInterrupted(recording, held))
        : { isOwn: false, id: recording.id, isSignedOut: user === null }
    }),
  )
}

async function describe(deps: KeptRecordingsDeps, recording: Recording, interrupted: boolean): Promise<OwnRecording> {
  const { id, source, startedAt, note } = recording
  const sending = deps.getSending(id)
  const entry = await findRecordingEntry(deps.journal, id)
  const sentBytes = Math.max(sending.sentBytes, entry?.sentBytes ?? 0)
  const shareUrl = sending.shareUrl ?? entry?.shareUrl ?? null
  // The last piece may have been written after the last save.
  const { whole, held, bytes } = await readWhole(deps, recording).catch(() => ({
    whole: null,
    held: null,
    // A file that can't be read now isn't empty.
    bytes: Math.max(1, recording.bytes),
  }))
  const clock = clockMs(recording, interrupted ? whole?.file : undefined)
  // After a stop, the recorders don't end exactly with the clock.
  const hasAll = !interrupted && note === null && held !== null && clock - held < TOLERANCE_MS
  const durationMs = hasAll ? recording.durationMs : (held ?? recording.durationMs)
  return {
    isOwn: true,
    id,
    title: { text: recording.title, source: recording.titleSource },
    source,
    startedAt,
    durationMs,
    missingMs: Math.max(0, clock - durationMs),
    bytes,
    lacksPicture: whole !== null && !whole.hasPicture,
    interrupted,
    savedUntil: interrupted && whole !== null ? whole.file.lastModified : null,
    note,
    sending: { ...sending, sentBytes, shareUrl },
    link: recording.link,
  }
}

/** Reads what a recording's file contains. @throws when the file can't be read. */
async function readWhole(
  deps: WholeFileDeps,
  recording: Recording,
): Promise<{ whole: WholeFile | null; held: number | null; bytes: number }> {
  const whole = await wholeFile(deps, recording)
  const held = whole === null ? null : await deps.heldMs(whole.name, whole.file)
  return { whole, held, bytes: whole?.file.size ?? 0 }
}

/**
 * Recording time by the clock, ms. @param written the file of an interrupted recording: its recorder ran until its last
 * write.
 */
function clockMs({ durationMs, startedAt, pauses }: Recording, written: File | undefined): number {
  const untilWritten =
    written === undefined ? 0 : elapsedMs({ startedAt, pauses, pausedAt: null }, written.lastModified)
  return Math.max(durationMs, untilWritten)
}

/** Forgets a recording with all its files and captions. */
export async function forgetRecording(
  { recordings, captions, removeFiles }: Pick<KeptRecordingsDeps, 'recordings' | 'captions' | 'removeFiles'>,
  recording: Recording,
): Promise<void> {
  await removeFiles(recording)
  await captions.forget(recording).catch(() => {})
  await recordings.remove(recording.id)
}

/** Forgets recordings that became microsites but were still stored when the browser closed. */
export async function forgetSent(
  deps: Pick<KeptRecordingsDeps, 'recordings' | 'captions' | 'removeFiles' | 'journal'>,
): Promise<void> {
  for (const recording of await deps.recordings.list()) {
    const entry = await findRecordingEntry(deps.journal, recording.id)
    if (entry !== null && entry.micrositeId !== null) await forgetRecording(deps, recording)
  }
}
