import { createGrowingFile, type GrowingFileWriter } from '@callfolio/shared/client/uploads/growing-file.ts'
import type { Capture } from './capture.ts'
import { callFormats, soundFormats } from './formats.ts'
import { openSpool, type Spool } from './spool.ts'
import { soundFile, type GrowingRecording, type Recording } from '../stored/recording.ts'
import { recordTracks, type TrackRecorder } from './track-recorder.ts'

export interface CallRecorderOptions {
  capture: Capture
  files: Recording['files']
  /** The recorders start. @param at ms since 1970. */
  onBegin: (at: number) => void
  /** A piece is on disk. `call`: of picture and sound, `sound`: of both sides' audio. */
  onPiece: (file: 'call' | 'sound', size: number, mimeType: string) => void
  /** Why video recording stopped. Audio recording continues. */
  onPictureLost: (error: Error) => void
  /** Nothing can be recorded any more. */
  onFailure: (error: Error) => void
}

/** The recorders of one call, combined. */
export interface CallRecorder extends TrackRecorder {
  /** The files while they grow. `finish` marks them complete, once everything is written. */
  growing: GrowingRecording
  finish(): void
}

/** Opening files takes a few hundredths of a second; a machine that needs this long is overloaded. ms */
const BUSY_MS = 1000

const isSupported = (mimeType: string): boolean => MediaRecorder.isTypeSupported(mimeType)

/** Records the audio first and separately, each side's audio, and then picture and audio together. */
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
    // If one file can't be written, no other can.
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
      // The call's file has what a side's own file lacks.
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
      // A failing recorder must not keep the others from being written.
      await Promise.allSettled(recorders.map((recorder) => recorder.stop()))
    },
  }
}

/** A stream and the file it is recorded into. */
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
