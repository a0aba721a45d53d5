import { failure, isTransient, getWayOut, type Failure } from '../../failures.ts'
import { INITIAL_POLL, type PollState } from '../../progress/poll.ts'
import { processingDetail } from '../../progress/processing-status.ts'
import { STEP } from '../../progress/steps.ts'
import { isCaptionsOnly, titleOfEntry, type UploadEntry } from './upload-entry.ts'

/** State of one upload. `after`: why the previous attempt failed; cleared once more bytes have been sent. */
export type UploadState =
  /** Queued behind another upload. */
  | { phase: 'waiting' }
  | { phase: 'sending'; after: Failure | null }
  /** All bytes have arrived; the microsite is being requested. */
  | { phase: 'starting'; after: Failure | null }
  /** A recording's upload failed and is retried automatically. */
  | { phase: 'retrying'; after: Failure }
  /** The upload failed. `needsFile`: the same file must be chosen again to resume. */
  | { phase: 'stopped'; problem: Failure | null; needsFile: boolean }
  /** The server rejects this file and keeps nothing of it; a recording stays on this computer. */
  | { phase: 'refused'; failure: Failure }
  | { phase: 'processing'; step: number; percent: number; detail: string | null }
  /** `mayRun`: the server was silent for too long, but may still be working. */
  | { phase: 'failed'; failure: Failure; mayRun: boolean }
  | { phase: 'ready' }

/** One upload: a chosen file, or (its entry has a `recordingId`) a recording, which may still grow. */
export interface UploadItem {
  /** `sentBytes` is never less than `acknowledged`. */
  entry: UploadEntry
  /** Seconds; null: unknown. */
  durationSeconds: number | null
  /** Whether the bytes can be read without asking the person. */
  hasFile: boolean
  /** Bytes the server has acknowledged; null before the first acknowledgement. */
  acknowledged: number | null
  /** When bytes were last sent, ms since 1970. */
  movedAt: number
  /** Attempt counter: reports from earlier attempts are ignored. */
  attempt: number
  /** Whether the latest attempt has work under way. */
  isActive: boolean
  state: UploadState
}

/** Events of one upload. Those with an `attempt` report on work started by an effect. */
export type UploadEvent =
  /** The journal already has the entry. `at`: ms since 1970. */
  | { type: 'chosen'; entry: UploadEntry; durationSeconds: number | null; hasFile: boolean; at: number }
  /** Loaded from the journal after a restart. */
  | { type: 'restored'; entry: UploadEntry }
  /** No other file is being sent. */
  | { type: 'turn' }
  /** Bytes in flight. */
  | { type: 'sent'; attempt: number; bytes: number; at: number }
  /** The server acknowledged this many bytes. */
  | { type: 'acknowledged'; attempt: number; bytes: number }
  /** The server's answer about a paused upload; null: it no longer has any of it. */
  | { type: 'offsetKnown'; bytes: number | null }
  /** All bytes have arrived; `storagePath` is null for captions only. */
  | { type: 'finished'; attempt: number; storagePath: string | null; bytes: number }
  /** Its page exists, with a link. */
  | { type: 'linked'; shareUrl: string }
  /** The server is making the microsite. `leftOut`: without something that couldn't be read, as a sentence. */
  | { type: 'made'; attempt: number; micrositeId: string; leftOut?: string }
  | { type: 'interrupted'; attempt: number; why: Failure }
  | { type: 'retryDue'; attempt: number }
  | { type: 'polled'; attempt: number; poll: PollState; title: string | null }
  /** The person renamed it. `sent`: its page already has the title. */
  | { type: 'renamed'; title: string; sent: boolean }
  | { type: 'signedIn' }
  | { type: 'signedOut' }
  /** The person stops, resumes, gives up, or clears a complete upload. */
  | { type: 'paused' }
  | { type: 'resumed' }
  | { type: 'cancelled' }
  | { type: 'dismissed' }
  /** The server reruns a failed job. */
  | { type: 'jobRestarted' }
  /** Another client is waiting for the microsite. */
  | { type: 'handedOver' }

/** Effects. Work of an `attempt` reports with its number and ends at `abort`. */
export type UploadEffect =
  | { type: 'send'; attempt: number }
  | { type: 'start'; attempt: number }
  | { type: 'watch'; attempt: number; micrositeId: string }
  | { type: 'retryLater'; attempt: number }
  | { type: 'abort' }
  /** Asks the server how many bytes it has. */
  | { type: 'askOffset' }
  /** Journal effects: change, restore or remove the entry. */
  | { type: 'note'; change: Partial<UploadEntry> }
  | { type: 'remember'; entry: UploadEntry }
  | { type: 'forget' }
  /** The bytes on this computer are no longer needed: a recording's files are removed. */
  | { type: 'release' }
  /** Sets the title of its page, if the page exists. */
  | { type: 'namePage'; title: string }
  /** Tells its page to stop waiting for a recording. */
  | { type: 'failPage'; why: Failure }
  /** Forgets the upload locally and on the server. */
  | { type: 'discard'; entry: UploadEntry }
  | { type: 'announce'; title: string; micrositeId: string; problem: string | null }

/** `item` null: the upload doesn't exist (any more). */
export interface UploadStep {
  item: UploadItem | null
  effects: UploadEffect[]
}

/** Applies one event to one upload. Late events, and events that don't fit its state, change nothing. */
export function reduceUpload(item: UploadItem | null, event: UploadEvent): UploadStep {
  if (item === null) return create(event)
  if ('attempt' in event && (event.attempt !== item.attempt || !item.isActive)) return unchanged(item)
  const { entry, state } = item
  switch (event.type) {
    case 'chosen': {
      if (!takesFile(item)) return unchanged(item)
      const { hasFile, durationSeconds, at } = event
      return goOn({ ...item, hasFile: hasFile || item.hasFile, durationSeconds, movedAt: at })
    }
    case 'turn':
      return state.phase === 'waiting' ? begin(item, null) : unchanged(item)
    case 'sent': {
      if (state.phase !== 'sending') return unchanged(item)
      const sentBytes = Math.max(event.bytes, item.acknowledged ?? 0)
      const isMore = sentBytes > entry.sentBytes
      return unchanged({
        ...item,
        entry: { ...entry, sentBytes },
        ...(isMore ? { movedAt: event.at, state: { phase: 'sending', after: null } } : {}),
      })
    }
    case 'acknowledged':
      return state.phase === 'sending' ? unchanged(withOffset(item, event.bytes)) : unchanged(item)
    case 'offsetKnown':
      return state.phase === 'stopped' ? unchanged(withOffset(item, event.bytes ?? 0)) : unchanged(item)
    case 'finished': {
      const { storagePath, bytes, attempt } = event
      if (state.phase !== 'sending' || (storagePath === null && !isRecording(item) && !isCaptionsOnly(entry)))
        return unchanged(item)
      const completed = storagePath === null ? entry : { ...entry, storagePath, sentBytes: bytes, fileSize: bytes }
      const acknowledged = storagePath === null ? item.acknowledged : bytes
      return {
        item: { ...item, entry: completed, acknowledged, state: { phase: 'starting', after: state.after } },
        effects: [{ type: 'start', attempt }],
      }
    }
    case 'linked': {
      if (hasEnded(item)) return unchanged(item)
      const { shareUrl } = event
      return { item: { ...item, entry: { ...entry, shareUrl } }, effects: [{ type: 'note', change: { shareUrl } }] }
    }
    case 'made': {
      if (state.phase !== 'starting') return unchanged(item)
      const { micrositeId, leftOut } = event
      const change = { micrositeId, ...(leftOut !== undefined && { leftOut }) }
      const watched = watch({ ...item, hasFile: false, entry: { ...entry, ...change } }, micrositeId)
      return {
        item: watched.item,
        effects: [{ type: 'note', change }, { type: 'release' }, ...watched.effects],
      }
    }
    case 'interrupted':
      return state.phase === 'sending' || state.phase === 'starting' ? interrupt(item, event.why) : unchanged(item)
    case 'retryDue':
      return state.phase === 'retrying' ? begin(item, state.after) : unchanged(item)
    case 'polled':
      return state.phase === 'processing' ? poll(item, event.poll, event.title) : unchanged(item)
    case 'renamed': {
      const change = { title: event.title, titleUnsent: !event.sent }
      const named = { ...entry, ...change }
      return { item: { ...item, entry: named }, effects: [{ type: 'note', change }, ...nameEffects(named)] }
    }
    case 'signedOut':
      return signOut(item)
    case 'signedIn':
      if (state.phase === 'stopped' && waitsForSignIn(state.problem)) return goOn(item)
      if (state.phase === 'retrying' && waitsForSignIn(state.after)) return aborted(item, begin(item, state.after))
      return state.phase === 'processing' && !item.isActive ? goOn(item) : unchanged(item)
    case 'paused':
      if (isInFlight(item)) return aborted(item, unchanged(stop(item, null)))
      return state.phase === 'processing' ? aborted(item, unchanged({ ...item, isActive: false })) : unchanged(item)
    case 'resumed':
      if (takesFile(item) || (state.phase === 'failed' && state.mayRun)) return goOn(item)
      return unchanged(item)
    case 'cancelled':
      return aborted(item, {
        item: null,
        effects: [hasEnded(item) ? { type: 'forget' } : { type: 'discard', entry }],
      })
    case 'dismissed':
      return hasEnded(item) || state.phase === 'failed'
        ? { item: null, effects: [{ type: 'forget' }] }
        : unchanged(item)
    case 'jobRestarted': {
      if (state.phase !== 'failed' || state.mayRun) return unchanged(item)
      const { item: watched, effects } = goOn(item)
      return { item: watched, effects: [{ type: 'remember', entry }, ...effects] }
    }
    case 'handedOver':
      return state.phase === 'processing'
        ? aborted(item, { item: null, effects: [{ type: 'forget' }] })
        : unchanged(item)
    case 'restored':
      return unchanged(item)
  }
}

/** True for a recording: it needs no file choice, resumes automatically, and is not sent by the file queue. */
export function isRecording({ entry }: Pick<UploadItem, 'entry'>): boolean {
  return entry.recordingId !== undefined
}

/** Whether the upload has ended and no action is left. */
export function hasEnded(item: UploadItem): boolean {
  return item.state.phase === 'ready' || (item.state.phase === 'refused' && !isRecording(item))
}

/** Whether it is paused until the person chooses its file or resumes it. */
export function takesFile(item: UploadItem): boolean {
  return item.state.phase === 'stopped' || (item.state.phase === 'refused' && isRecording(item))
}

/** Whether its bytes are being sent, or will be without user action. */
function isInFlight({ state: { phase } }: UploadItem): boolean {
  return phase === 'waiting' || phase === 'sending' || phase === 'starting' || phase === 'retrying'
}

/** Another user, or no one, is signed in: it resumes when its owner is back. */
function waitsForSignIn(problem: Failure | null): boolean {
  return problem !== null && getWayOut(problem) === 'sign_in'
}

function unchanged(item: UploadItem | null): UploadStep {
  return { item, effects: [] }
}

function create(event: UploadEvent): UploadStep {
  if (event.type !== 'chosen' && event.type !== 'restored') return unchanged(null)
  const { entry } = event
  // A recording that is no microsite yet is offered to the person first.
  if (event.type === 'restored' && entry.recordingId !== undefined && entry.micrositeId === null) return unchanged(null)
  const { durationSeconds, hasFile, at } =
    event.type === 'chosen' ? event : { durationSeconds: null, hasFile: false, at: 0 }
  const resting = { entry, durationSeconds, hasFile, acknowledged: null, movedAt: at, attempt: 0, isActive: false }
  return goOn(stop({ ...resting, state: { phase: 'waiting' } }, null))
}

/** The next step of a paused upload. */
function goOn(item: UploadItem): UploadStep {
  const { entry, hasFile } = item
  if (entry.micrositeId !== null) return watch(item, entry.micrositeId)
  if (!hasFile && entry.storagePath === null) return { item: stop(item, null), effects: [{ type: 'askOffset' }] }
  return isRecording(item) ? begin(item, null) : unchanged({ ...item, state: { phase: 'waiting' } })
}

function begin(item: UploadItem, after: Failure | null): UploadStep {
  const attempt = item.attempt + 1
  const isComplete = item.entry.storagePath !== null
  return {
    item: { ...item, attempt, isActive: true, state: { phase: isComplete ? 'starting' : 'sending', after } },
    effects: [{ type: isComplete ? 'start' : 'send', attempt }, ...nameEffects(item.entry)],
  }
}

/** A title typed while the server was unreachable is sent at each opportunity; a page with a typed title keeps it. */
function nameEffects({ title, titleUnsent }: UploadEntry): UploadEffect[] {
  return titleUnsent ? [{ type: 'namePage', title }] : []
}

function watch(item: UploadItem, micrositeId: string): UploadStep {
  const attempt = item.attempt + 1
  return {
    item: { ...item, attempt, isActive: true, state: polled(INITIAL_POLL) },
    effects: [{ type: 'watch', attempt, micrositeId }, ...nameEffects(item.entry)],
  }
}

function stop(item: UploadItem, problem: Failure | null): UploadItem {
  const needsFile = !item.hasFile && item.entry.storagePath === null
  return { ...item, isActive: false, state: { phase: 'stopped', problem, needsFile } }
}

/** Aborts the running work before the next step. */
function aborted({ isActive }: UploadItem, { item, effects }: UploadStep): UploadStep {
  return { item, effects: isActive ? [{ type: 'abort' }, ...effects] : effects }
}

/** The server's own count is authoritative. */
function withOffset(item: UploadItem, bytes: number): UploadItem {
  const isMore = bytes > item.entry.sentBytes
  const state: UploadState = isMore && item.state.phase === 'sending' ? { phase: 'sending', after: null } : item.state
  return { ...item, acknowledged: bytes, entry: { ...item.entry, sentBytes: bytes }, state }
}

function interrupt(item: UploadItem, problem: Failure): UploadStep {
  // The service's own message about a token doesn't help the person.
  const why = waitsForSignIn(problem) ? failure('no_authorization') : problem
  // Bytes in flight may not have arrived.
  const sentBytes = item.acknowledged ?? item.entry.sentBytes
  const resting = { ...item, isActive: false, entry: { ...item.entry, sentBytes } }
  if (isRecording(item)) return interruptRecording(resting, why)
  if (getWayOut(why) !== 'choose_file') return unchanged(stop(resting, why))
  // The file on this computer is gone or has changed.
  if (why.retryable) return unchanged(stop({ ...resting, hasFile: false }, why))
  // The server removed what it rejected: sending the same file again fails the same way.
  return { item: { ...resting, state: { phase: 'refused', failure: why } }, effects: [{ type: 'forget' }] }
}

function interruptRecording(resting: UploadItem, why: Failure): UploadStep {
  if (!isTransient(why) && !waitsForSignIn(why))
    return { item: { ...resting, state: { phase: 'refused', failure: why } }, effects: [{ type: 'failPage', why }] }
  const { attempt } = resting
  return {
    item: { ...resting, isActive: true, state: { phase: 'retrying', after: why } },
    effects: [{ type: 'retryLater', attempt }],
  }
}

function signOut(item: UploadItem): UploadStep {
  const { phase } = item.state
  if (phase === 'processing') return aborted(item, unchanged({ ...item, isActive: false }))
  if (!isInFlight(item) || phase === 'retrying') return unchanged(item)
  const next = { ...item, attempt: item.attempt + 1 }
  return aborted(item, interrupt(next, failure('no_authorization')))
}

function poll(item: UploadItem, { phase, ...facts }: PollState, named: string | null): UploadStep {
  const title = item.entry.titleUnsent ? null : named
  const entry = { ...item.entry, title: title ?? titleOfEntry(item.entry) }
  const state = polled({ phase, ...facts })
  const { micrositeId } = entry
  if (phase === 'polling' || micrositeId === null) return unchanged({ ...item, entry, state })
  const ended = { ...item, entry, state, isActive: false }
  if (phase === 'timed_out') return unchanged(ended)
  const problem = facts.failure?.message ?? null
  return {
    item: ended,
    effects: [{ type: 'announce', title: entry.title, micrositeId, problem }, { type: 'forget' }],
  }
}

/** The state of a recording that the server is processing or has finished. */
function polled({ phase, percent, last, failure: ended }: PollState): UploadState {
  if (phase === 'ready') return { phase: 'ready' }
  // The server has the whole recording, so any waiting or running work comes after the upload.
  const step = Math.max(STEP.audio, last?.step ?? STEP.audio)
  if (phase === 'polling') return { phase: 'processing', step, percent, detail: last && processingDetail(last) }
  return { phase: 'failed', failure: ended ?? failure('processing_failed'), mayRun: phase === 'timed_out' }
}
