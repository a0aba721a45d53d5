import { failure, isTransient, wayOutOf, type Failure } from '../failures.ts'
import { INITIAL_POLL, type PollState } from '../poll.ts'
import { processingDetail } from '../processing-status.ts'
import { STEP } from '../steps.ts'
import { isCaptionsOnly, titleOfEntry, type UploadEntry } from './upload-entry.ts'

/** Where one upload stands. `after`: why the try before this one broke off, until more bytes have gone. */
export type UploadState =
  /** Another one is sent first. */
  | { phase: 'waiting' }
  | { phase: 'sending'; after: Failure | null }
  /** All bytes are there; the microsite is being asked for. */
  | { phase: 'starting'; after: Failure | null }
  /** A recording broke off and is tried again by itself. */
  | { phase: 'retrying'; after: Failure }
  /** It broke off. `needsFile`: it goes on once the same file is chosen again. */
  | { phase: 'stopped'; problem: Failure | null; needsFile: boolean }
  /** The server does not take this file and keeps nothing of it; a recording is kept on this computer. */
  | { phase: 'refused'; failure: Failure }
  | { phase: 'processing'; step: number; percent: number; detail: string | null }
  /** `mayRun`: the server was silent for too long, but may still be at work. */
  | { phase: 'failed'; failure: Failure; mayRun: boolean }
  | { phase: 'ready' }

/** One upload: a file that was picked, or (its entry has a `takeId`) a recording, which may still grow. */
export interface UploadItem {
  /** `sentBytes` is never less than `acknowledged`. */
  entry: UploadEntry
  /** Seconds; null: unknown. */
  durationSeconds: number | null
  /** Whether the bytes can be read without asking the person. */
  hasFile: boolean
  /** Bytes that the server said it has; null until it said so. */
  acknowledged: number | null
  /** When more bytes went last, ms since 1970. */
  movedAt: number
  /** Counts the attempts: what an earlier one reports comes too late. */
  attempt: number
  /** Whether work for the last try is under way. */
  isActive: boolean
  state: UploadState
}

/** What happens to one upload. Those with an `attempt` are reports of the work that an effect began. */
export type UploadEvent =
  /** The journal has the entry already. `at`: ms since 1970. */
  | { type: 'chosen'; entry: UploadEntry; durationSeconds: number | null; hasFile: boolean; at: number }
  /** Read from the journal after a restart. */
  | { type: 'restored'; entry: UploadEntry }
  /** No other file is being sent. */
  | { type: 'turn' }
  /** Bytes on their way. */
  | { type: 'sent'; attempt: number; bytes: number; at: number }
  /** The server said that it has so many bytes. */
  | { type: 'acknowledged'; attempt: number; bytes: number }
  /** What the server said when it was asked about an upload that rests; null: it has nothing of it any more. */
  | { type: 'offsetKnown'; bytes: number | null }
  /** All bytes are there; `storagePath` is null where there are none, for captions only. */
  | { type: 'finished'; attempt: number; storagePath: string | null; bytes: number }
  /** The server makes the microsite. */
  | { type: 'made'; attempt: number; micrositeId: string }
  | { type: 'interrupted'; attempt: number; why: Failure }
  | { type: 'retryDue'; attempt: number }
  | { type: 'polled'; attempt: number; poll: PollState; title: string | null }
  /** The person named it. `sent`: its page has the name. */
  | { type: 'renamed'; title: string; sent: boolean }
  | { type: 'signedIn' }
  | { type: 'signedOut' }
  /** The person stops it, goes on with it, gives it up, takes what has ended off the list. */
  | { type: 'paused' }
  | { type: 'resumed' }
  | { type: 'cancelled' }
  | { type: 'dismissed' }
  /** The server runs a failed job again. */
  | { type: 'jobRestarted' }
  /** Somebody else waits for the microsite. */
  | { type: 'handedOver' }

/** What is to be done. Work of an `attempt` reports with it and ends at `abort`. */
export type UploadEffect =
  | { type: 'send'; attempt: number }
  | { type: 'start'; attempt: number }
  | { type: 'watch'; attempt: number; micrositeId: string }
  | { type: 'retryLater'; attempt: number }
  | { type: 'abort' }
  /** Asks the server how much it has. */
  | { type: 'askOffset' }
  /** The journal: changes, puts back or removes the entry. */
  | { type: 'note'; change: Partial<UploadEntry> }
  | { type: 'remember'; entry: UploadEntry }
  | { type: 'forget' }
  /** The bytes on this computer are needed no more: a recording's files are removed. */
  | { type: 'release' }
  /** Gives its page, if there is one already, the title. */
  | { type: 'namePage'; title: string }
  /** Ends the wait for a recording on its page. */
  | { type: 'failPage'; why: Failure }
  /** Forgets the upload here and at the server. */
  | { type: 'discard'; entry: UploadEntry }
  | { type: 'announce'; title: string; micrositeId: string; problem: string | null }

/** `item` null: there is no such upload (any more). */
export interface UploadStep {
  item: UploadItem | null
  effects: UploadEffect[]
}

/** One event's effect on one upload. Events that come too late, or make no sense where it stands, change nothing. */
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
      if (state.phase !== 'sending' || (storagePath === null && !isTake(item) && !isCaptionsOnly(entry)))
        return unchanged(item)
      const whole = storagePath === null ? entry : { ...entry, storagePath, sentBytes: bytes, fileSize: bytes }
      const acknowledged = storagePath === null ? item.acknowledged : bytes
      return {
        item: { ...item, entry: whole, acknowledged, state: { phase: 'starting', after: state.after } },
        effects: [{ type: 'start', attempt }],
      }
    }
    case 'made': {
      if (state.phase !== 'starting') return unchanged(item)
      const { micrositeId } = event
      const watched = watch({ ...item, hasFile: false, entry: { ...entry, micrositeId } }, micrositeId)
      return {
        item: watched.item,
        effects: [{ type: 'note', change: { micrositeId } }, { type: 'release' }, ...watched.effects],
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

/** A recording: nobody chooses its file, so it goes on by itself, and its sender is not the queue of files. */
export function isTake({ entry }: Pick<UploadItem, 'entry'>): boolean {
  return entry.takeId !== undefined
}

/** Whether nothing more will happen to it, and nobody can do anything for it. */
export function hasEnded(item: UploadItem): boolean {
  return item.state.phase === 'ready' || (item.state.phase === 'refused' && !isTake(item))
}

/** Whether it rests until the person chooses its file, or has it go on. */
export function takesFile(item: UploadItem): boolean {
  return item.state.phase === 'stopped' || (item.state.phase === 'refused' && isTake(item))
}

/** Whether its bytes are being brought to the server, or will be without anybody's doing. */
function isInFlight({ state: { phase } }: UploadItem): boolean {
  return phase === 'waiting' || phase === 'sending' || phase === 'starting' || phase === 'retrying'
}

/** Somebody else is signed in, or nobody: it goes on by itself when its person is back. */
function waitsForSignIn(problem: Failure | null): boolean {
  return problem !== null && wayOutOf(problem) === 'sign_in'
}

function unchanged(item: UploadItem | null): UploadStep {
  return { item, effects: [] }
}

function create(event: UploadEvent): UploadStep {
  if (event.type !== 'chosen' && event.type !== 'restored') return unchanged(null)
  const { entry } = event
  // A recording that is no microsite yet is offered to the person first.
  if (event.type === 'restored' && entry.takeId !== undefined && entry.micrositeId === null) return unchanged(null)
  const { durationSeconds, hasFile, at } =
    event.type === 'chosen' ? event : { durationSeconds: null, hasFile: false, at: 0 }
  const resting = { entry, durationSeconds, hasFile, acknowledged: null, movedAt: at, attempt: 0, isActive: false }
  return goOn(stop({ ...resting, state: { phase: 'waiting' } }, null))
}

/** Whatever comes next for an upload that rests. */
function goOn(item: UploadItem): UploadStep {
  const { entry, hasFile } = item
  if (entry.micrositeId !== null) return watch(item, entry.micrositeId)
  if (!hasFile && entry.storagePath === null) return { item: stop(item, null), effects: [{ type: 'askOffset' }] }
  return isTake(item) ? begin(item, null) : unchanged({ ...item, state: { phase: 'waiting' } })
}

function begin(item: UploadItem, after: Failure | null): UploadStep {
  const attempt = item.attempt + 1
  const arrived = item.entry.storagePath !== null
  return {
    item: { ...item, attempt, isActive: true, state: { phase: arrived ? 'starting' : 'sending', after } },
    effects: [{ type: arrived ? 'start' : 'send', attempt }, ...nameEffects(item.entry)],
  }
}

/** What the person typed while the server was away is reported at each next occasion: a page that has a typed title keeps it. */
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

/** Ends the work under way before a step that begins other work, or none. */
function aborted({ isActive }: UploadItem, { item, effects }: UploadStep): UploadStep {
  return { item, effects: isActive ? [{ type: 'abort' }, ...effects] : effects }
}

/** The server's own number is the truth. */
function withOffset(item: UploadItem, bytes: number): UploadItem {
  const isMore = bytes > item.entry.sentBytes
  const state: UploadState = isMore && item.state.phase === 'sending' ? { phase: 'sending', after: null } : item.state
  return { ...item, acknowledged: bytes, entry: { ...item.entry, sentBytes: bytes }, state }
}

function interrupt(item: UploadItem, problem: Failure): UploadStep {
  // The service's own words about a token help nobody.
  const why = waitsForSignIn(problem) ? failure('no_authorization') : problem
  // What was on its way may not have arrived.
  const sentBytes = item.acknowledged ?? item.entry.sentBytes
  const resting = { ...item, isActive: false, entry: { ...item.entry, sentBytes } }
  if (isTake(item)) return interruptTake(resting, why)
  if (wayOutOf(why) !== 'choose_file') return unchanged(stop(resting, why))
  // The file on this computer is gone or has changed.
  if (why.retryable) return unchanged(stop({ ...resting, hasFile: false }, why))
  // The server has removed what it refused: sending the same file again can only end the same way.
  return { item: { ...resting, state: { phase: 'refused', failure: why } }, effects: [{ type: 'forget' }] }
}

function interruptTake(resting: UploadItem, why: Failure): UploadStep {
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

/** The state of a recording that the server works on, or has ended with. */
function polled({ phase, percent, last, failure: ended }: PollState): UploadState {
  if (phase === 'ready') return { phase: 'ready' }
  // The server has the whole recording: whatever waits or runs comes after the upload.
  const step = Math.max(STEP.audio, last?.step ?? STEP.audio)
  if (phase === 'polling') return { phase: 'processing', step, percent, detail: last && processingDetail(last) }
  return { phase: 'failed', failure: ended ?? failure('processing_failed'), mayRun: phase === 'timed_out' }
}
