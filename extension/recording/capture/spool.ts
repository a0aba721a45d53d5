import { readRecordingFile } from '../stored/recording-files.ts'

/** An append-only file that survives crashes of the browser. */
export interface Spool {
  /** Appends a piece; when the promise settles it is on disk. @returns the file's size. @throws QuotaExceededError */
  write(piece: Blob): Promise<number>
  read(start: number, end: number): Promise<Blob>
  /** Ends writing; the file can still be read. */
  close(): Promise<void>
}

/** Opens a file in the recorder's folder. */
export async function openSpool(name: string): Promise<Spool> {
  const worker = new Worker(new URL('spool-worker.ts', import.meta.url), { type: 'module' })
  const ask = createAsker(worker)
  await ask({ type: 'open', name })
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
      closing ??= ask({ type: 'close' }).then(() => worker.terminate())
      return closing
    },
  }
}

function createAsker(worker: Worker): (operation: SpoolOperation) => Promise<number | ArrayBuffer> {
  const waiting = new Map<number, { resolve: (value: number | ArrayBuffer) => void; reject: (error: Error) => void }>()
  let last = 0
  worker.addEventListener('message', ({ data }: MessageEvent<SpoolReply>) => {
    const asked = waiting.get(data.id)
    waiting.delete(data.id)
    if ('value' in data) asked?.resolve(data.value)
    else asked?.reject(new DOMException(data.error.message, data.error.name))
  })
  worker.addEventListener('error', ({ message }) => {
    for (const { reject } of waiting.values()) reject(new Error(message))
    waiting.clear()
  })
  return (operation) =>
    new Promise((resolve, reject) => {
      last += 1
      waiting.set(last, { resolve, reject })
      worker.postMessage(
        { id: last, ...operation } satisfies SpoolRequest,
        'bytes' in operation ? [operation.bytes] : [],
      )
    })
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
