import { createGrowingFile, type GrowingFileWriter } from '@callfolio/shared/client/uploads/growing-file.ts'
import type { Capture } from './capture.ts'
import { callFormats, soundFormats } from './formats.ts'
import type { Spool } from './spool.ts'
import { soundFile, type GrowingRecording, type Recording } from '../stored/recording.ts'
import { recordTracks, type TrackRecorder } from './track-recorder.ts'

export interface CallRecorderOptions {
  lighten: Capture['lighten']
  tracks: Tracks
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

/** A stream and the file it is recorded into. */
interface Track {
  stream: MediaStream
  spool: Spool
  file: GrowingFileWriter
}

/** The tracks of a call; null if the call lacks one. */
export interface Tracks {
  sound: Track | null
  you: Track | null
  them: Track | null
  picture: Track | null
  /** Opening them took so long that the machine is overloaded. */
  isBusy: boolean
  /** Closes their files. */
  close(): Promise<void>
}

/** Opening files takes a few hundredths of a second; a machine that needs this long is overloaded. ms */
const BUSY_MS = 1000

/** Opens the files of a call. @param openSpool opens a file in the recorder's folder. */
export async function openTracks(
  openSpool: (name: string) => Promise<Spool>,
  { call, mix }: Pick<Capture, 'call' | 'mix'>,
  files: Recording['files'],
): Promise<Tracks> {
  async function openTrack(name: string | null, stream: MediaStream | null): Promise<Track | null> {
    if (name === null || stream === null) return null
    const spool = await openSpool(name)
    return { stream, spool, file: createGrowingFile((start, end) => spool.read(start, end)) }
  }

  const opening = Date.now()
  const opened = [
    openTrack(files.sound, new MediaStream([mix.mixed])),
    openTrack(soundFile({ files }, 'you'), mix.microphone),
    openTrack(soundFile({ files }, 'them'), mix.tab),
    openTrack(files.mixed, call),
  ] as const
  async function close(): Promise<void> {
    await Promise.allSettled(opened.map(async (track) => (await track)?.spool.close()))
  }
  const [sound, you, them, picture] = await Promise.all(opened).catch(async (error: unknown) => {
    // A file that stays open couldn't be deleted.
    await close()
    throw error
  })
  return {
    sound,
    you,
    them,
    picture,
    isBusy: Date.now() - opening > BUSY_MS,
    close,
  }
}

const isSupported = (mimeType: string): boolean => MediaRecorder.isTypeSupported(mimeType)

/**
 * Records the audio first and separately, each side's audio, and then picture and audio together. A busy machine
 * records the picture once it is lighter; until then the recorder can be paused and stopped.
 */
export function recordCall({ lighten, tracks, onPiece, onPictureLost, onFailure }: CallRecorderOptions): CallRecorder {
  const { sound, you, them, picture, isBusy } = tracks
  const whole = new Set([sound, picture].filter((track) => track !== null))

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
  let isPaused = false
  let isStopped = false

  function recordPicture(): void {
    if (picture === null || isStopped) return
    const recorder = record(picture, 'call')
    recorders.push(recorder)
    if (isPaused) recorder.pause()
  }

  if (isBusy) void lighten(false).then(recordPicture)
  else recordPicture()

  return {
    growing: {
      ...(picture && { call: picture.file }),
      sounds: { ...(you && { you: you.file }), ...(them && { them: them.file }) },
    },
    finish() {
      for (const track of [you, them, picture]) track?.file.end()
    },
    pause() {
      isPaused = true
      for (const recorder of recorders) recorder.pause()
    },
    resume() {
      isPaused = false
      for (const recorder of recorders) recorder.resume()
    },
    async stop() {
      isStopped = true
      // A failing recorder must not keep the others from being written.
      await Promise.allSettled(recorders.map((recorder) => recorder.stop()))
      await tracks.close()
    },
  }
}
