import { readRecordingFile } from '../stored/recording-files.ts'
import { isSettledWithin } from './is-settled-within.ts'

/** Opening a file takes a few hundredths of a second, and a few seconds on an overloaded machine. ms */
const OPEN_MS = 30_000
/** Everything is flushed by then, except what the disk didn't accept. ms */
const CLOSE_MS = 15_000

/** An append-only file that survives crashes of the browser. */
export interface Spool {
  /** Appends a piece; when the promise settles it is on disk. @returns the file's size. @throws QuotaExceededError */
  write(piece: Blob): Promise<number>
  read(start: number, end: number): Promise<Blob>
  /** Ends writing, within `CLOSE_MS`; the file can still be read. */
  close(): Promise<void>
}

/** Opens a file in the recorder's folder. @throws when the disk refuses, or takes longer than `OPEN_MS`. */
export async function openSpool(name: string): Promise<Spool> {
  const worker = new Worker(new URL('spool-worker.ts', import.meta.url), { type: 'module' })
  const { ask, end } = createAsker(worker)
  const opening = ask({ type: 'open', name })
  if (!(await isSettledWithin(opening, OPEN_MS))) end(new Error('the disk isn’t responding. Restart the browser.'))
  await opening
  let closing: Promise<void> | null = null
  return {
    write: async (piece) => (await ask({ type: 'write', bytes: await piece.arrayBuffer() })) as number,
    async read(start, end) {
      // The worker has exclusive access to the file until it is closed.
      if (closing === null) return new Blob([(await ask({ type: 'read', start, end })) as ArrayBuffer])
      await closing
      return (await readRecordingFile(name))?.slice(start, end) ?? new Blob()
    },
    close() {
      // Without its worker, the file is closed even if the disk hangs.
      closing ??= isSettledWithin(ask({ type: 'close' }), CLOSE_MS).then(() => end(new Error('The file is closed.')))
      return closing
    },
  }
}

/** Talks to a spool's worker. `end` stops it, and rejects what it hasn't answered or is asked later. */
function createAsker(worker: Worker) {
  let ended: Error | null = null
  const waiting = new Map<number, { resolve: (value: number | ArrayBuffer) => void; reject: (error: Error) => void }>()
  let last = 0
  worker.addEventListener('message', ({ data }: MessageEvent<SpoolReply>) => {
    const asked = waiting.get(data.id)
    waiting.delete(data.id)
    if ('value' in data) asked?.resolve(data.value)
    else asked?.reject(new DOMException(data.error.message, data.error.name))
  })
  function rejectAll(error: Error): void {
    for (const { reject } of waiting.values()) reject(error)
    waiting.clear()
  }
  worker.addEventListener('error', ({ message }) => rejectAll(new Error(message)))
  function ask(operation: SpoolOperation): Promise<number | ArrayBuffer> {
    return new Promise((resolve, reject) => {
      if (ended !== null) return reject(ended)
      last += 1
      waiting.set(last, { resolve, reject })
      worker.postMessage(
        { id: last, ...operation } satisfies SpoolRequest,
        'bytes' in operation ? [operation.bytes] : [],
      )
    })
  }
  function end(error: Error): void {
    ended = error
    worker.terminate()
    rejectAll(error)
  }
  return { ask, end }
}

/** Requests to the spool's worker; each is answered with the same id. */
export type SpoolRequest = { id: number } & SpoolOperation

export type SpoolOperation =
  | { type: 'open'; name: string }
  /** Appends. @returns the file's size. */
  | { type: 'write'; bytes: ArrayBuffer }
  | { type: 'read'; start: number; end: number }
  | { type: 'close' }

export type SpoolReply = { id: number } & (
  | { value: number | ArrayBuffer }
  | { error: { name: string; message: string } }
)
