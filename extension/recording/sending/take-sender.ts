import { grownFile, type GrowingFile } from '@callfolio/shared/client/growing-file.ts'
import { FileUnreadable } from '@callfolio/shared/client/upload-failure.ts'
import { pause } from '@callfolio/shared/client/upload-retries.ts'
import type { TakeSending } from '../../messaging/recording-protocol.ts'
import { findEntry, readFailure, sendTake, uploaderFor, type SendTakeDeps } from './send-take.ts'
import type { Take } from '../take/take.ts'

/** How long it waits before it tries again; coming back online ends the wait. ms */
const AGAIN_MS = 5000
/** An upload that has not moved for so long although there is more to send than is held back waits for the server. */
const STUCK_MS = 8000
const HELD_BACK_BYTES = 1_000_000

export interface TakeSenderDeps extends SendTakeDeps {
  now: () => number
  /** How far a take is has changed. */
  onChange: () => void
  /** The server makes a microsite of it. */
  onSent: (take: Take) => Promise<void>
}

/** Sends takes in the background of everything else. */
export interface TakeSender {
  /** Begins to send a take or goes on with it. Nothing happens when it is being sent already. @param file while it is recorded. */
  send(take: Take, file?: GrowingFile): void
  /** Stops sending and takes back what the server has of it. */
  abandon(take: Take): Promise<void>
  /** How far a take is; `idle` unless it was begun since the engine started. */
  sendingOf(takeId: string): TakeSending
}

interface Run {
  stop: AbortController
  file: GrowingFile | null
  state: TakeSending['state']
  message: string | null
  sentBytes: number
  movedAt: number
}

/** Makes the one sender of the engine. */
export function createTakeSender(deps: TakeSenderDeps): TakeSender {
  const runs = new Map<string, Run>()

  async function drive(take: Take, run: Run): Promise<void> {
    const { signal } = run.stop
    for (;;) {
      try {
        run.file ??= await readKept(take)
        await sendTake(deps, { take, file: run.file, signal, onProgress: (sentBytes) => moved(run, sentBytes) })
        runs.delete(take.id)
        return await deps.onSent(take)
      } catch (error) {
        if (signal.aborted) return
        Object.assign(run, readFailure(error))
        deps.onChange()
        if (run.state === 'refused') return
        await pause(AGAIN_MS, signal).catch(() => {})
        if (signal.aborted) return
      }
    }
  }

  async function readKept(take: Take): Promise<GrowingFile | null> {
    if (take.files.mixed === null) return null
    const file = await deps.readFile(take.files.mixed).catch((cause: unknown) => {
      throw new FileUnreadable({ cause })
    })
    if (file === null) throw new FileUnreadable()
    return grownFile(file)
  }

  function moved(run: Run, sentBytes: number): void {
    if (sentBytes <= run.sentBytes) return
    Object.assign(run, { state: 'sending', message: null, sentBytes, movedAt: deps.now() } satisfies Partial<Run>)
    deps.onChange()
  }

  return {
    send(take, file) {
      const before = runs.get(take.id)
      if (before && before.state !== 'refused') return
      const run: Run = {
        stop: new AbortController(),
        file: file ?? null,
        state: 'sending',
        message: null,
        sentBytes: before?.sentBytes ?? 0,
        movedAt: deps.now(),
      }
      runs.set(take.id, run)
      deps.onChange()
      void drive(take, run)
    },
    async abandon(take) {
      runs.get(take.id)?.stop.abort(new Error('The recording was discarded.'))
      runs.delete(take.id)
      const entry = await findEntry(deps.journal, take.id)
      if (entry)
        await uploaderFor(deps, take)
          .discard(entry)
          .catch(() => {})
    },
    sendingOf(takeId) {
      const run = runs.get(takeId)
      if (!run) return { state: 'idle', sentBytes: 0, message: null }
      const isStuck =
        run.state === 'sending' &&
        deps.now() - run.movedAt > STUCK_MS &&
        (run.file?.size() ?? 0) - run.sentBytes > HELD_BACK_BYTES
      const { state, message } = isStuck ? readFailure(null) : run
      return { state, sentBytes: run.sentBytes, message }
    },
  }
}
