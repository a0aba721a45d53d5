import type { RecordingFormat } from './formats.ts'
import { isSettledWithin } from './is-settled-within.ts'
import type { Spool } from './spool.ts'

/** How often a recorder writes its data: the most a crash can lose. ms */
const PIECE_MS = 1000
/** A recorder without output for this long is overloaded. ms */
const SLOW_MS = 6000
/** A recorder that doesn't stop within this time is abandoned: its output is on disk. ms */
const STOP_MS = 15_000
/** A disk that writes no piece within this time is abandoned after a stop: what it has written is kept. ms */
const FLUSH_MS = 15_000

export interface TrackRecorderOptions {
  stream: MediaStream
  /** The best first; the next is tried if the browser rejects one, or it fails before it produced data. */
  formats: readonly RecordingFormat[]
  spool: Spool
  /** A piece is on disk. @param size bytes of the file. */
  onPiece: (size: number, mimeType: string) => void
  /** Called once when there is no data after a while, to reduce the load. */
  onSlow?: () => void
  /** Creates the browser's recorder. @throws when it rejects the format. */
  openRecorder?: (stream: MediaStream, options: MediaRecorderOptions) => MediaRecorder
  /** It ended unexpectedly: no format works, the recorder failed, or the disk is full. */
  onFailure: (error: Error) => void
}

/** The recording of one stream into one file. */
export interface TrackRecorder {
  pause(): void
  resume(): void
  /** Stops it; when the promise settles everything is on disk that the disk accepts. */
  stop(): Promise<void>
}

/** Records a stream into a spool. Waits for a slow recorder: restarting would lose its data. */
export function recordTracks({
  stream,
  formats,
  spool,
  onPiece,
  onSlow,
  onFailure,
  openRecorder = openMediaRecorder,
}: TrackRecorderOptions): TrackRecorder {
  let recorder: MediaRecorder | null = null
  let writing: Promise<void> = Promise.resolve()
  let piecesWritten = 0
  let ended = false
  const slow = setTimeout(() => onSlow?.(), SLOW_MS)

  function fail(error: Error): void {
    if (ended) return
    ended = true
    clearTimeout(slow)
    onFailure(error)
  }

  function write(piece: Blob, mimeType: string): void {
    writing = writing
      .then(() => spool.write(piece))
      .then((size) => {
        piecesWritten += 1
        onPiece(size, mimeType)
      })
      .catch(fail)
  }

  function begin([format, ...left]: readonly RecordingFormat[], problem: Error): void {
    if (format === undefined) return fail(problem)
    let hasData = false
    let opened: MediaRecorder
    try {
      opened = openRecorder(stream, { mimeType: format.mimeType, ...format.options })
      opened.start(PIECE_MS)
    } catch (error) {
      return begin(left, error as Error)
    }
    recorder = opened
    opened.addEventListener('dataavailable', ({ data }) => {
      if (data.size === 0) return
      hasData = true
      clearTimeout(slow)
      write(data, opened.mimeType)
    })
    opened.addEventListener('error', (event) => {
      if (hasData || ended) fail(getError(event))
      else begin(left, getError(event))
    })
  }

  /** Waits for the disk for as long as it writes. */
  async function flush(): Promise<void> {
    const before = piecesWritten
    if (!(await isSettledWithin(writing, FLUSH_MS)) && piecesWritten > before) await flush()
  }

  begin(formats, new Error('This browser can’t record. Use Chrome or Edge.'))
  return {
    pause: () => recorder?.state === 'recording' && recorder.pause(),
    resume: () => recorder?.state === 'paused' && recorder.resume(),
    async stop() {
      ended = true
      clearTimeout(slow)
      if (recorder !== null && recorder.state !== 'inactive') await stopped(recorder)
      await flush()
      await spool.close()
    },
  }
}

function openMediaRecorder(stream: MediaStream, options: MediaRecorderOptions): MediaRecorder {
  return new MediaRecorder(stream, options)
}

async function stopped(recorder: MediaRecorder): Promise<void> {
  const stop = new Promise((resolve) => recorder.addEventListener('stop', resolve, { once: true }))
  recorder.stop()
  await isSettledWithin(stop, STOP_MS)
}

/** Recorders report an ErrorEvent or, by an older standard, another type. */
function getError(event: Event): Error {
  const { error } = event as Event & { error?: unknown }
  return error instanceof Error ? error : new Error('The browser gave no reason.')
}
