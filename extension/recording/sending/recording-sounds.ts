import { ApiError } from '@callfolio/shared/api-client.ts'
import type { Discards } from '@callfolio/shared/client/uploads/discards.ts'
import { finishedFile, type GrowingFile } from '@callfolio/shared/client/uploads/growing-file.ts'
import { createUploadEntry } from '@callfolio/shared/client/uploads/upload-entry.ts'
import { FileUnreadable } from '@callfolio/shared/client/uploads/upload-failure.ts'
import type { UploadJournal } from '@callfolio/shared/client/uploads/upload-journal.ts'
import type { Uploader } from '@callfolio/shared/client/uploads/uploader.ts'
import type { AudioTrack } from '@callfolio/shared/contract/microsite.ts'
import { soundFile, type GrowingRecording, type Side, type Recording } from '../stored/recording.ts'

export interface RecordingSoundsDeps {
  /** Reads a file from the recorder's folder; null if there is none. */
  readFile: (name: string) => Promise<Blob | null>
  /** Stores the uploads of sounds, separate from those that the person sees. */
  soundJournal: UploadJournal
  /** Authenticated as the recording's owner; it keeps `soundJournal` up to date. */
  uploader: () => Uploader
}

/**
 * The sound of each side of a call, uploaded next to the recording so that speakers are known for certain. Each has
 * its own entry and resumes where it was interrupted.
 */
export interface RecordingSounds {
  /** Starts or resumes sending them while they are recorded. @param signal aborts it. */
  begin(signal: AbortSignal): void
  /**
   * Sends what is left of them. A track that can't be read or that the server rejects is left out, since the recording
   * contains it. @throws the uploader's error if a retry may help.
   */
  finish(signal: AbortSignal): Promise<SentTracks>
  /**
   * Sends the sound of the whole call, for a recording with an incomplete picture.
   * @returns its path on the server; null: there is none. @throws the uploader's errors.
   */
  sendCall(signal: AbortSignal): Promise<string | null>
  /** Settles when none of them is being sent any more. */
  settled(): Promise<unknown>
}

export interface SentTracks {
  tracks: AudioTrack[]
  /** False if one couldn't be read. */
  isComplete: boolean
}

const SIDES: readonly Side[] = ['you', 'them']
/** Files that may have been sent besides the recording. */
const SENT: readonly Sent[] = [...SIDES, 'call']
type Sent = Side | 'call'

/** @param growing the files while they are recorded; without them the kept ones are read. */
export function createRecordingSounds(
  deps: RecordingSoundsDeps,
  recording: Recording,
  growing: GrowingRecording['sounds'] = {},
): RecordingSounds {
  const underWay = new Map<Sent, Promise<string | null>>()

  /** Runs one upload of a sound at a time. @returns its path on the server; null: there is none. */
  function send(sound: Sent, signal: AbortSignal): Promise<string | null> {
    const file = sound === 'call' ? undefined : growing[sound]
    const sending = underWay.get(sound) ?? sendSound(deps, recording, { sound, file, signal })
    underWay.set(sound, sending)
    // A failed upload can be retried.
    sending.catch(() => underWay.delete(sound))
    return sending
  }

  return {
    begin(signal) {
      for (const side of SIDES) if (growing[side]) send(side, signal).catch(() => {})
    },
    async finish(signal) {
      const tracks: AudioTrack[] = []
      let isComplete = true
      for (const side of SIDES) {
        // A failure during the recording is no reason to leave it out.
        const path = await send(side, signal)
          .catch(() => send(side, signal))
          .catch((error: unknown) => {
            if (!(error instanceof FileUnreadable)) throw error
            isComplete = false
            return null
          })
        if (path !== null) tracks.push({ path, who: side, start_ms: 0 })
      }
      return { tracks, isComplete }
    },
    sendCall: (signal) => send('call', signal),
    settled: () => Promise.allSettled(underWay.values()),
  }
}

/**
 * Gives up the uploads of a recording's sounds. Settles once that is stored; the server is asked until it has answered.
 * @param ended settles when none of them is being sent any more.
 */
export async function discardSounds(
  { soundJournal, discards }: Pick<RecordingSoundsDeps, 'soundJournal'> & { discards: Pick<Discards, 'add'> },
  recordingId: string,
  ended: Promise<unknown> | undefined,
): Promise<void> {
  const discardRecorded = async () => {
    for (const sound of SENT) {
      const entry = await soundJournal.get(entryId(recordingId, sound))
      if (entry !== null) await discards.add(entry, ended)
    }
  }
  await discardRecorded()
  // An upload that was about to begin is stored by now.
  void ended?.then(discardRecorded).catch(() => {})
}

/**
 * Forgets the uploads of a recording's sounds, locally only: they belong to the microsite now. Uploads that were given up
 * still have to be forgotten by the server.
 */
export async function forgetSounds(
  { soundJournal }: Pick<RecordingSoundsDeps, 'soundJournal'>,
  recordingId: string,
): Promise<void> {
  for (const sound of SENT) {
    const entry = await soundJournal.get(entryId(recordingId, sound))
    if (entry !== null) await soundJournal.remove(entry.id)
  }
}

/** Reads a file from the recorder's folder; null if there is none. @throws FileUnreadable */
export function readForUpload({ readFile }: Pick<RecordingSoundsDeps, 'readFile'>, name: string): Promise<Blob | null> {
  return readFile(name).catch((cause: unknown) => {
    throw new FileUnreadable({ cause })
  })
}

async function sendSound(
  deps: RecordingSoundsDeps,
  recording: Recording,
  { sound, file: growing, signal }: { sound: Sent; file: GrowingFile | undefined; signal: AbortSignal },
): Promise<string | null> {
  const { soundJournal, uploader } = deps
  const name = sound === 'call' ? recording.files.sound : soundFile(recording, sound)
  const kept = growing === undefined && name !== null ? await readForUpload(deps, name) : null
  const file = growing ?? (kept && finishedFile(kept))
  // It may never get any recorded data.
  await file?.until(1)
  if (!file || file.size() === 0) return null
  signal.throwIfAborted()
  const id = entryId(recording.id, sound)
  const entry = (await soundJournal.get(id)) ?? {
    ...createUploadEntry(
      { name: `${sound}.webm`, size: null, type: 'audio/webm', lastModified: recording.startedAt },
      { userId: recording.userId, speech: null },
    ),
    id,
  }
  try {
    return (await uploader().upload({ entry, file, signal })).storagePath
  } catch (error) {
    if (error instanceof ApiError && error.code === 'not_a_video') return null
    throw error
  }
}

function entryId(recordingId: string, sound: Sent): string {
  return `${recordingId}-${sound}`
}
