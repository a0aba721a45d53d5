import { createGrowingFile, type GrowingFileWriter } from '@callfolio/shared/client/growing-file.ts'
import type { Capture } from './capture.ts'
import { callFormats, soundFormats } from './formats.ts'
import { openSpool, type Spool } from './spool.ts'
import { soundFile, type GrowingTake, type Take } from '../take/take.ts'
import { recordTracks, type TrackRecorder } from './track-recorder.ts'

export interface CallRecorderOptions {
  capture: Capture
  files: Take['files']
  /** The recorders begin. @param at ms since 1970. */
  onBegin: (at: number) => void
  /** A piece is on disk. `call`: of picture and sound, `sound`: of both sounds together. */
  onPiece: (file: 'call' | 'sound', size: number, mimeType: string) => void
  /** Why video recording stopped. Sound recording continues. */
  onPictureLost: (error: Error) => void
  /** Nothing can be recorded any more. */
  onFailure: (error: Error) => void
}

/** The recorders of one call, as one. */
export interface CallRecorder extends TrackRecorder {
  /** The files while they grow. `finish` reports their end, once all is written. */
  growing: GrowingTake
  finish(): void
}

/** Opening files takes some hundredths of a second; a machine that needs so long has too much to do. ms */
const BUSY_MS = 1000

const isSupported = (mimeType: string): boolean => MediaRecorder.isTypeSupported(mimeType)

/** Records the sound first and on its own, each side's sound, and then picture and sound together. */
export async function recordCall({
  capture: { call, mix, lighten },
  files,
  onBegin,
  onPiece,
  onPictureLost,
  onFailure,
}: CallRecorderOptions): Promise<CallRecorder> {
  const opening = Date.now()
  const [sound, you, them, picture] = await Promise.all([
    openTrack(files.sound, new MediaStream([mix.mixed])),
    openTrack(soundFile({ files }, 'you'), mix.microphone),
    openTrack(soundFile({ files }, 'them'), mix.tab),
    openTrack(files.mixed, call),
  ])
  const whole = new Set([sound, picture].filter((track) => track !== null))
  const begunAt = Date.now()
  onBegin(begunAt)
  const isBusy = begunAt - opening > BUSY_MS

  function lose(track: Track, error: Error): void {
    whole.delete(track)
    // What one file can't take no other can.
    if (whole.size === 0 || error.name === 'QuotaExceededError') onFailure(error)
    else if (track === picture) onPictureLost(error)
  }

  function record(track: Track, file: 'call' | 'sound' | null): TrackRecorder {
    return recordTracks({
      stream: track.stream,
      spool: track.spool,
      formats: file === 'call' ? callFormats(isSupported) : soundFormats(isSupported),
      onPiece(size, mimeType) {
        track.file.grow(size)
        if (file !== null) onPiece(file, size, mimeType)
      },
      ...(file === 'call' && !isBusy && { onSlow: () => void lighten(true) }),
      // What a side's own file lacks the call's has.
      onFailure: (error) => file !== null && lose(track, error),
    })
  }

  const recorders = [sound && record(sound, 'sound'), you && record(you, null), them && record(them, null)].filter(
    (recorder) => recorder !== null,
  )
  if (isBusy) await lighten(false)
  if (picture) recorders.push(record(picture, 'call'))

  return {
    growing: {
      ...(picture && { call: picture.file }),
      sounds: { ...(you && { you: you.file }), ...(them && { them: them.file }) },
    },
    finish() {
      for (const track of [you, them, picture]) track?.file.end()
    },
    pause() {
      for (const recorder of recorders) recorder.pause()
    },
    resume() {
      for (const recorder of recorders) recorder.resume()
    },
    async stop() {
      // One that fails keeps none of the others from being written.
      await Promise.allSettled(recorders.map((recorder) => recorder.stop()))
    },
  }
}

/** A stream and the file that it is recorded into. */
interface Track {
  stream: MediaStream
  spool: Spool
  file: GrowingFileWriter
}

async function openTrack(name: string | null, stream: MediaStream | null): Promise<Track | null> {
  if (name === null || stream === null) return null
  const spool = await openSpool(name)
  return { stream, spool, file: createGrowingFile((start, end) => spool.read(start, end)) }
}
