import { ApiError, createApiClient } from '@callfolio/shared/api-client.ts'
import { retryProblem, retryProcessing } from '@callfolio/shared/client/retry-processing.ts'
import { runUpload, type UploadDeps } from '@callfolio/shared/client/run-upload.ts'
import type { UploadEntry } from '@callfolio/shared/client/upload-entry.ts'
import { FileUnreadable } from '@callfolio/shared/client/upload-failure.ts'
import type { UploadJournal } from '@callfolio/shared/client/upload-journal.ts'
import { problemOf } from '@callfolio/shared/client/upload-problem.ts'
import { createUploader } from '@callfolio/shared/client/uploader.ts'
import { INITIAL_POLL } from '@callfolio/shared/poll.ts'
import type { Account } from '../account/account.ts'
import { personToken } from '../account/account.ts'
import { newRun, polled, SIGNED_OUT, stopped, titleOfEntry, type UploadRun } from './upload-run.ts'
import { watchMicrosite } from './watch-microsite.ts'

export interface UploadQueueOptions {
  account: Pick<Account, 'auth' | 'server'>
  journal: UploadJournal
  /** Told whenever something in the list has changed; often while bytes are sent. */
  onChange: () => void
  /** Told once when a recording has ended as a microsite or could not. */
  onEnded: (ended: { title: string; micrositeId: string; problem: string | null }) => void
}

/** The uploads of one server, one after another, and the waiting for their microsites. The journal is its memory. */
export interface UploadQueue {
  /** Those of the person who is signed in: the one that is being sent, then the newest. */
  list: () => UploadRun[]
  /** Sends a file, new or chosen again for an entry that broke off. Settles once the journal has it. */
  add: (entry: UploadEntry, file: File, durationSeconds: number | null) => Promise<void>
  /** Goes on with what stopped, or has the server try again. @throws Error with a sentence when it can't. */
  retry: (id: string) => Promise<void>
  /** Stops an upload and forgets it, here and on the server. */
  cancel: (id: string) => Promise<void>
  /** Takes what has ended off the list. */
  dismiss: (id: string) => Promise<void>
  /** Follows who is signed in: what is theirs goes on, what is not rests. */
  follow: (userId: string | null) => Promise<void>
  /** Takes up what the journal holds of the person who is signed in and nobody here works on. */
  takeUp: () => Promise<void>
}

/** Makes the queue of one server. */
export function createUploadQueue({ account, journal, onChange, onEnded }: UploadQueueOptions): UploadQueue {
  const runs = new Map<string, UploadRun>()
  const waiting: UploadRun[] = []
  let sending: UploadRun | null = null
  let person: string | null = null

  function depsFor({ userId }: UploadEntry): UploadDeps {
    const getAccessToken = personToken(account, userId)
    return {
      journal,
      api: createApiClient({ baseUrl: account.server, getAccessToken }),
      uploader: createUploader({ endpoint: `${account.server}/files`, getAccessToken, journal }),
    }
  }

  function change(run: UploadRun, changed: Partial<UploadRun>): void {
    Object.assign(run, changed)
    onChange()
  }

  function enqueue(run: UploadRun): void {
    waiting.push(run)
    change(run, { state: { phase: 'waiting' } })
    void sendNext()
  }

  async function sendNext(): Promise<void> {
    const next = sending === null ? waiting.shift() : undefined
    if (next === undefined) return
    sending = next
    await send(next).finally(() => {
      sending = null
    })
    void sendNext()
  }

  async function send(run: UploadRun): Promise<void> {
    const work = new AbortController()
    change(run, { work, state: { phase: 'sending' } })
    try {
      const micrositeId = await runUpload(depsFor(run.entry), {
        entry: run.entry,
        file: run.file,
        signal: work.signal,
        onSent: (sentBytes) => change(run, { entry: { ...run.entry, sentBytes } }),
        onArrived: () => change(run, { state: { phase: 'starting' } }),
      })
      await journal.update(run.entry.id, { micrositeId }).catch(() => undefined)
      run.entry = { ...run.entry, micrositeId }
      run.file = null
      void watch(run, micrositeId)
    } catch (thrown) {
      if (run.work !== work) return
      const kept = await journal.get(run.entry.id)
      const signedOut = work.signal.aborted || (thrown instanceof ApiError && thrown.status === 401)
      const problem = signedOut ? SIGNED_OUT : problemOf(thrown)
      if (thrown instanceof FileUnreadable) run.file = null
      if (kept !== null) run.entry = kept
      change(run, {
        work: null,
        state: kept === null ? { phase: 'refused', message: problem.message } : stopped(run, problem),
      })
    }
  }

  async function watch(run: UploadRun, micrositeId: string): Promise<void> {
    const work = new AbortController()
    change(run, { work, state: polled(INITIAL_POLL) })
    const { api } = depsFor(run.entry)
    let title = titleOfEntry(run.entry)
    const onPoll = (poll: typeof INITIAL_POLL, named: string | null) => {
      title = named ?? title
      change(run, { state: polled(poll), entry: { ...run.entry, title } })
    }
    const end = await watchMicrosite({ api, micrositeId, signal: work.signal, onPoll }).catch(() => null)
    // Aborted: whoever did it has set the state.
    if (end === null) return
    change(run, { work: null, state: polled(end) })
    if (end.phase === 'timed_out') return
    onEnded({ title, micrositeId, problem: end.phase === 'ready' ? null : end.message })
    await journal.remove(run.entry.id).catch(() => undefined)
  }

  function goOn(run: UploadRun): void {
    const { entry, file } = run
    if (entry.micrositeId !== null) void watch(run, entry.micrositeId)
    else if (file !== null || entry.storagePath !== null) enqueue(run)
    else void askServer(run)
  }

  /** The server's own number is the truth; the journal's may be a second old. */
  async function askServer(run: UploadRun): Promise<void> {
    const received = await depsFor(run.entry)
      .uploader.receivedBytes(run.entry)
      .catch(() => undefined)
    if (received !== undefined && run.state.phase === 'stopped')
      change(run, { entry: { ...run.entry, sentBytes: received ?? 0 } })
  }

  function rest(run: UploadRun): void {
    const { work } = run
    if (work === null) return
    work.abort()
    // An upload notes its own end, with what has arrived.
    if (run !== sending) change(run, { work: null })
  }

  async function takeUp(): Promise<void> {
    const entries = await journal.list()
    for (const entry of entries) {
      // A recording is sent by the recorder and only waited for here.
      const isOurs = entry.takeId === undefined || entry.micrositeId !== null
      if (entry.userId !== person || !isOurs || runs.has(entry.id)) continue
      const run = newRun(entry, null, null)
      runs.set(entry.id, run)
      goOn(run)
    }
    onChange()
  }

  async function retryJob(run: UploadRun, micrositeId: string, mayRun: boolean): Promise<void> {
    // A job that may still run is only asked after again.
    if (!mayRun) {
      await retryProcessing(depsFor(run.entry).api, micrositeId).catch((error: Error) => {
        throw new Error(retryProblem(error) ?? '', { cause: error })
      })
      await journal.put(run.entry).catch(() => undefined)
    }
    void watch(run, micrositeId)
  }

  return {
    list: () =>
      [...runs.values()]
        .filter(({ entry }) => entry.userId === person)
        .sort((a, b) => Number(b === sending) - Number(a === sending) || b.entry.createdAt - a.entry.createdAt),

    async add(entry, file, durationSeconds) {
      const known = runs.get(entry.id)
      // Offered again because the answer was late.
      if (known !== undefined && known.state.phase !== 'stopped') return
      const run = known ?? newRun(entry, file, durationSeconds)
      Object.assign(run, { file, durationSeconds })
      runs.set(entry.id, run)
      if (known === undefined) await journal.put(entry)
      enqueue(run)
    },

    async retry(id) {
      const run = runs.get(id)
      if (run?.state.phase === 'stopped') return goOn(run)
      if (run?.state.phase === 'failed' && run.entry.micrositeId !== null)
        await retryJob(run, run.entry.micrositeId, run.state.mayRun)
    },

    async cancel(id) {
      const run = runs.get(id)
      if (run === undefined) return
      runs.delete(id)
      const place = waiting.indexOf(run)
      if (place !== -1) waiting.splice(place, 1)
      const { work } = run
      run.work = null
      work?.abort()
      onChange()
      // The journal knows where at the server the bytes are.
      const entry = (await journal.get(id)) ?? run.entry
      await depsFor(entry).uploader.discard(entry)
    },

    async dismiss(id) {
      runs.delete(id)
      onChange()
      await journal.remove(id)
    },

    async follow(userId) {
      if (userId === person) return
      person = userId
      for (const run of runs.values()) {
        if (run.entry.userId !== userId) rest(run)
        else if (
          run.work === null &&
          (run.state.phase === 'processing' ||
            (run.state.phase === 'stopped' && run.state.problem?.message === SIGNED_OUT.message))
        )
          goOn(run)
      }
      await takeUp()
    },

    takeUp,
  }
}
