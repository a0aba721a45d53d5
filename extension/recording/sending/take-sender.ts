import { createUploadEntry, type UploadEntry } from '@callfolio/shared/client/uploads/upload-entry.ts'
import { findTakeEntry, type UploadJournal } from '@callfolio/shared/client/uploads/upload-journal.ts'
import type { UploadItem } from '@callfolio/shared/client/uploads/upload-machine.ts'
import { failure, isTransient, getWayOut, type Failure } from '@callfolio/shared/failures.ts'
import type { TakeSending } from '../../messaging/recording-protocol.ts'
import type { ServerUploads } from '../../uploads/server-uploads.ts'
import { isUnanswered } from '../../uploads/unanswered.ts'
import { takeFileName, type GrowingTake, type Take } from '../take/take.ts'
import { discardSounds } from './take-sounds.ts'
import { createTakeSource, type TakeSource, type TakeSourceDeps } from './take-source.ts'

export interface TakeSenderDeps extends Omit<TakeSourceDeps, 'connect'> {
  journal: UploadJournal
  /** One server's uploads, created once per engine. */
  getUploads: (server: string) => ServerUploads
  /** ms since 1970. */
  now: () => number
}

/** Sends takes, each as one of the uploads. */
export interface TakeSender {
  /**
   * Starts or resumes sending a take; does nothing if it is already being sent. @param growing its files while it is
   * recorded.
   */
  send: (take: Take, growing?: GrowingTake) => void
  /** Sets the typed title of its page, if it has one; later, if the server is unreachable. */
  rename: (take: Take, title: string) => Promise<void>
  /** Stops sending and deletes what the server has of it. */
  abandon: (take: Take) => Promise<void>
  /** Upload progress of a take; `idle` unless started since the engine started. */
  getSending: (takeId: string) => TakeSending
}

interface Sent {
  server: string
  source: TakeSource
  /** Null until it is in the journal. */
  entryId: string | null
  /** Settles when the upload has begun. */
  begun: Promise<void>
}

const IDLE: TakeSending = { state: 'idle', sentBytes: 0, failure: null, shareUrl: null, isCopied: false }

/** Creates the engine's only sender. */
export function createTakeSender(deps: TakeSenderDeps): TakeSender {
  const { journal, getUploads, now } = deps
  const sent = new Map<string, Sent>()

  function itemFor(takeId: string): UploadItem | undefined {
    const { server, entryId } = sent.get(takeId) ?? {}
    return server === undefined || !entryId ? undefined : getUploads(server).driver.uploads().items.get(entryId)
  }

  async function begin(take: Take, own: Sent): Promise<void> {
    const entry = (await findTakeEntry(journal, take.id)) ?? newEntry(take)
    if (sent.get(take.id) !== own) return
    own.entryId = entry.id
    // A browser that can't save (full disk) still uploads.
    await journal.put(entry).catch(() => {})
    if (sent.get(take.id) === own) getUploads(take.server).driver.choose(entry, own.source, null)
    else await journal.remove(entry.id)
  }

  return {
    send(take, growing) {
      if (sent.has(take.id) && itemFor(take.id)?.state.phase !== 'refused') return
      const { connect } = getUploads(take.server)
      const source = createTakeSource(
        { ...deps, connect: () => connect(take.userId, deps.soundJournal) },
        take,
        growing,
      )
      const own: Sent = { server: take.server, source, entryId: null, begun: Promise.resolve() }
      sent.set(take.id, own)
      own.begun = begin(take, own)
    },
    async rename(take, title) {
      await sent.get(take.id)?.begun
      const item = itemFor(take.id)
      if (item)
        return getUploads(take.server).driver.dispatch({ id: item.entry.id, type: 'renamed', title, sent: false })
      // Its page may exist from an interrupted upload.
      const entry = await findTakeEntry(journal, take.id)
      if (entry) await journal.update(entry.id, { title, titleUnsent: true })
    },
    async abandon(take) {
      const item = itemFor(take.id)
      const source = sent.get(take.id)?.source
      sent.delete(take.id)
      const { driver, soundDiscards: discards } = getUploads(take.server)
      if (item) driver.dispatch({ id: item.entry.id, type: 'cancelled' })
      const { soundJournal } = deps
      await discardSounds({ soundJournal, discards }, take.id, source?.soundsSettled()).catch(() => {})
      if (item) return driver.settled(item.entry.id)
      const entry = await findTakeEntry(journal, take.id)
      if (entry) await driver.discard(entry)
    },
    getSending(takeId) {
      const own = sent.get(takeId)
      if (own === undefined) return IDLE
      const item = itemFor(takeId)
      if (item === undefined) return { ...IDLE, state: 'sending' }
      return describe(item, own.source.size(), now())
    },
  }
}

/** Upload progress of a take, as shown to the person. @param size bytes so far. */
function describe(item: UploadItem, size: number, now: number): TakeSending {
  const { state, entry } = item
  const facts = { sentBytes: entry.sentBytes, shareUrl: entry.shareUrl ?? null, isCopied: false }
  if (state.phase === 'stopped') return { ...facts, state: 'idle', failure: null }
  if (state.phase === 'refused') return { ...facts, state: 'refused', failure: takeFailure(state.failure) }
  const after = 'after' in state ? state.after : null
  if (after !== null) return { ...facts, state: 'waiting', failure: takeFailure(after) }
  return isUnanswered(item, size, now)
    ? { ...facts, state: 'waiting', failure: takeFailure(failure('unreachable')) }
    : { ...facts, state: 'sending', failure: null }
}

/** A take's failure in suitable words: it resumes automatically, and its file can't be chosen again. */
function takeFailure(why: Failure): Failure {
  return { ...why, message: sentenceFor(why) }
}

function sentenceFor(why: Failure): string {
  if (why.code === 'unreachable') return 'Can’t reach the server. Retrying automatically.'
  if (why.code === 'file_unreadable')
    return 'Can’t read the recording on this computer. Restart the browser, then resume the upload.'
  if (getWayOut(why) === 'sign_in') return 'Sign in with the account that made this recording.'
  return isTransient(why) ? 'The server is busy. Retrying automatically.' : why.message
}

function newEntry(take: Take): UploadEntry {
  const type = take.mimeType.split(';')[0] ?? ''
  return createUploadEntry(
    { name: takeFileName(take), size: null, type, lastModified: take.startedAt },
    {
      userId: take.userId,
      title: take.title,
      takeId: take.id,
      link: take.link,
      ...(take.untilModel !== undefined && { untilModel: take.untilModel }),
      // The meeting's captions are better, and cost nothing.
      speech: take.captions ? null : take.titleSource === 'file' ? '' : take.title,
    },
  )
}
