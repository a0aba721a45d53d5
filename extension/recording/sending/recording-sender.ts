import { createUploadEntry, type UploadEntry } from '@callfolio/shared/client/uploads/upload-entry.ts'
import { findRecordingEntry, type UploadJournal } from '@callfolio/shared/client/uploads/upload-journal.ts'
import type { UploadItem } from '@callfolio/shared/client/uploads/upload-machine.ts'
import { failure, isTransient, getWayOut, type Failure } from '@callfolio/shared/failures.ts'
import type { RecordingSending } from '../../messaging/recording-protocol.ts'
import type { ServerUploads } from '../../uploads/server-uploads.ts'
import { recordingFileName, type GrowingRecording, type Recording } from '../stored/recording.ts'
import { discardSounds } from './recording-sounds.ts'
import { createRecordingSource, type RecordingSource, type RecordingSourceDeps } from './recording-source.ts'

export interface RecordingSenderDeps extends Omit<RecordingSourceDeps, 'connect'> {
  journal: UploadJournal
  /** One server's uploads, created once per engine. */
  getUploads: (server: string) => ServerUploads
  /** ms since 1970. */
  now: () => number
}

/** Sends recordings, each as one of the uploads. */
export interface RecordingSender {
  /**
   * Starts or resumes sending a recording; does nothing if it is already being sent. @param growing its files while it is
   * recorded.
   */
  send: (recording: Recording, growing?: GrowingRecording) => void
  /** Sets the typed title of its page, if it has one; later, if the server is unreachable. */
  rename: (recording: Recording, title: string) => Promise<void>
  /** Stops sending and deletes what the server has of it. */
  abandon: (recording: Recording) => Promise<void>
  /** Upload progress of a recording; `idle` unless started since the engine started. */
  getSending: (recordingId: string) => RecordingSending
}

interface Sent {
  server: string
  source: RecordingSource
  /** Null until it is in the journal. */
  entryId: string | null
  /** Settles when the upload has begun. */
  begun: Promise<void>
}

const IDLE: RecordingSending = { state: 'idle', sentBytes: 0, failure: null, shareUrl: null, isCopied: false }

/** Creates the engine's only sender. */
export function createRecordingSender(deps: RecordingSenderDeps): RecordingSender {
  const { journal, getUploads, now } = deps
  const sent = new Map<string, Sent>()

  function itemFor(recordingId: string): UploadItem | undefined {
    const { server, entryId } = sent.get(recordingId) ?? {}
    return server === undefined || !entryId ? undefined : getUploads(server).driver.uploads().items.get(entryId)
  }

  async function begin(recording: Recording, own: Sent): Promise<void> {
    // A browser that can't read or save (full disk) still uploads.
    const entry = (await findRecordingEntry(journal, recording.id).catch(() => null)) ?? newEntry(recording)
    if (sent.get(recording.id) !== own) return
    own.entryId = entry.id
    await journal.put(entry).catch(() => {})
    if (sent.get(recording.id) === own) getUploads(recording.server).driver.choose(entry, own.source, null)
    else await journal.remove(entry.id)
  }

  return {
    send(recording, growing) {
      if (sent.has(recording.id) && itemFor(recording.id)?.state.phase !== 'refused') return
      const { connect } = getUploads(recording.server)
      const source = createRecordingSource(
        { ...deps, connect: () => connect(recording.userId, deps.soundJournal) },
        recording,
        growing,
      )
      const own: Sent = { server: recording.server, source, entryId: null, begun: Promise.resolve() }
      sent.set(recording.id, own)
      own.begun = begin(recording, own)
    },
    async rename(recording, title) {
      await sent.get(recording.id)?.begun
      const item = itemFor(recording.id)
      if (item)
        return getUploads(recording.server).driver.dispatch({ id: item.entry.id, type: 'renamed', title, sent: false })
      // Its page may exist from an interrupted upload.
      const entry = await findRecordingEntry(journal, recording.id)
      if (entry) await journal.update(entry.id, { title, titleUnsent: true })
    },
    async abandon(recording) {
      const item = itemFor(recording.id)
      const source = sent.get(recording.id)?.source
      sent.delete(recording.id)
      const { driver, soundDiscards: discards } = getUploads(recording.server)
      if (item) driver.dispatch({ id: item.entry.id, type: 'cancelled' })
      const { soundJournal } = deps
      await discardSounds({ soundJournal, discards }, recording.id, source?.soundsSettled()).catch(() => {})
      if (item) return driver.settled(item.entry.id)
      const entry = await findRecordingEntry(journal, recording.id)
      if (entry) await driver.discard(entry)
    },
    getSending(recordingId) {
      const own = sent.get(recordingId)
      if (own === undefined) return IDLE
      const item = itemFor(recordingId)
      if (item === undefined) return { ...IDLE, state: 'sending' }
      return describe(item, getUploads(own.server).isUnanswered(item, own.source.size(), now()))
    },
  }
}

/** Upload progress of a recording, as shown to the person. */
function describe(item: UploadItem, isUnanswered: boolean): RecordingSending {
  const { state, entry } = item
  const facts = { sentBytes: entry.sentBytes, shareUrl: entry.shareUrl ?? null, isCopied: false }
  if (state.phase === 'stopped') return { ...facts, state: 'idle', failure: null }
  if (state.phase === 'refused') return { ...facts, state: 'refused', failure: recordingFailure(state.failure) }
  const after = 'after' in state ? state.after : null
  if (after !== null) return { ...facts, state: 'waiting', failure: recordingFailure(after) }
  return isUnanswered
    ? { ...facts, state: 'waiting', failure: recordingFailure(failure('unreachable')) }
    : { ...facts, state: 'sending', failure: null }
}

/** A recording's failure in suitable words: it resumes automatically, and its file can't be chosen again. */
function recordingFailure(why: Failure): Failure {
  return { ...why, message: sentenceFor(why) }
}

function sentenceFor(why: Failure): string {
  if (why.code === 'unreachable') return 'Can’t reach the server. Retrying automatically.'
  if (why.code === 'file_unreadable')
    return 'Can’t read the recording on this computer. Restart the browser, then resume the upload.'
  if (getWayOut(why) === 'sign_in') return 'Sign in with the account that made this recording.'
  return isTransient(why) ? 'The server is busy. Retrying automatically.' : why.message
}

/** What helps to transcribe it from the start: a tab's title doesn't. */
function hintsFor({ title, titleSource, participants }: Recording): string {
  return [titleSource === 'file' ? '' : title, participants.join(', ')].filter((part) => part !== '').join('. ')
}

function newEntry(recording: Recording): UploadEntry {
  const type = recording.mimeType.split(';')[0] ?? ''
  return createUploadEntry(
    { name: recordingFileName(recording), size: null, type, lastModified: recording.startedAt },
    {
      userId: recording.userId,
      title: recording.title,
      recordingId: recording.id,
      link: recording.link,
      ...(recording.untilModel !== undefined && { untilModel: recording.untilModel }),
      // The meeting's captions are better, and cost nothing.
      speech: recording.captions ? null : hintsFor(recording),
    },
  )
}
