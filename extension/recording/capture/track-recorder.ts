import type { RecordingFormat } from './formats.ts'
import type { Spool } from './spool.ts'

/** A recorder writes what it has this often: what a crash may cost. ms */
const PIECE_MS = 1000
/** A recorder that has given nothing for so long gives nothing at all, whatever the browser promised. ms */
const PROOF_MS = 6000

export interface TrackRecorderOptions {
  stream: MediaStream
  /** The best first; the next is tried when one gives no data or fails at once. */
  formats: readonly RecordingFormat[]
  spool: Spool
  /** A recorder has begun; when it was not the first one, what was before it is gone. */
  onBegin?: () => void
  /** A piece is on disk. @param size bytes of the file. */
  onPiece?: (size: number, mimeType: string) => void
  /** Makes the browser's recorder. @throws when it refuses the format. */
  openRecorder?: (stream: MediaStream, options: MediaRecorderOptions) => MediaRecorder
  /** It ended by itself: no format works, the recorder failed, or the disk takes no more. */
  onFailure: (error: Error) => void
}

/** One recording of one stream into one file. */
export interface TrackRecorder {
  pause(): void
  resume(): void
  /** Ends it; when the promise settles all of it is on disk. */
  stop(): Promise<void>
}

/** Records a stream into a spool. */
export function recordTracks({
  stream,
  formats,
  spool,
  onBegin,
  onPiece,
  onFailure,
  openRecorder = openMediaRecorder,
}: TrackRecorderOptions): TrackRecorder {
  let recorder: MediaRecorder | null = null
  let writing: Promise<void> = Promise.resolve()
  let ended = false

  function fail(error: Error): void {
    if (ended) return
    ended = true
    onFailure(error)
  }

  function write(piece: Blob, mimeType: string): void {
    writing = writing
      .then(() => spool.write(piece))
      .then((size) => onPiece?.(size, mimeType))
      .catch(fail)
  }

  /** @param left formats that were not tried yet. */
  function begin([format, ...left]: readonly RecordingFormat[]): void {
    if (format === undefined) return fail(new Error('This browser can record in no format that is known.'))
    const giveUp = (): void => {
      proof.abort()
      clearTimeout(timer)
      if (recorder?.state !== 'inactive') recorder?.stop()
      writing = writing.then(() => spool.clear()).catch(fail)
      begin(left)
    }
    /** Paused it rightly gives nothing. */
    const doubt = (): void => {
      if (ended) return
      if (recorder?.state === 'paused') timer = setTimeout(doubt, PROOF_MS)
      else giveUp()
    }
    const proof = new AbortController()
    let timer = setTimeout(doubt, PROOF_MS)
    let proven = false
    try {
      recorder = openRecorder(stream, { mimeType: format.mimeType, ...format.options })
    } catch {
      return giveUp()
    }
    const { mimeType } = recorder
    recorder.addEventListener('start', () => onBegin?.(), { signal: proof.signal })
    recorder.addEventListener(
      'dataavailable',
      ({ data }) => {
        if (data.size === 0) return
        proven = true
        clearTimeout(timer)
        write(data, mimeType)
      },
      { signal: proof.signal },
    )
    recorder.addEventListener(
      'error',
      (event) => {
        clearTimeout(timer)
        if (proven) fail(errorOf(event))
        else giveUp()
      },
      { signal: proof.signal },
    )
    recorder.start(PIECE_MS)
  }

  begin(formats)
  return {
    pause: () => recorder?.state === 'recording' && recorder.pause(),
    resume: () => recorder?.state === 'paused' && recorder.resume(),
    async stop() {
      ended = true
      if (recorder !== null && recorder.state !== 'inactive') {
        const last = recorder
        const stopped = new Promise((resolve) => last.addEventListener('stop', resolve, { once: true }))
        last.stop()
        await stopped
      }
      await writing
      await spool.close()
    },
  }
}

function openMediaRecorder(stream: MediaStream, options: MediaRecorderOptions): MediaRecorder {
  return new MediaRecorder(stream, options)
}

/** What a recorder reports is an ErrorEvent, or has been: the standard has changed its mind. */
function errorOf(event: Event): Error {
  const { error } = event as Event & { error?: unknown }
  return error instanceof Error ? error : new Error('The recorder failed.')
}
