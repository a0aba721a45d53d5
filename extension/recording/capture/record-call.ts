import { createGrowingFile, type GrowingFileWriter } from '@callfolio/shared/client/growing-file.ts'
import type { Capture } from './capture.ts'
import { callFormats, soundFormats } from './formats.ts'
import { openSpool, type Spool } from './spool.ts'
import { soundFile, type GrowingTake, type Side, type Take } from '../take/take.ts'
import { recordTracks, type TrackRecorder, type TrackRecorderOptions } from './track-recorder.ts'

export interface CallRecorderOptions extends Pick<TrackRecorderOptions, 'onBegin' | 'onFailure'> {
  capture: Capture
  files: Take['files']
  /** A piece of the call is on disk. With the first one the side tracks begin. */
  onPiece: (size: number, mimeType: string) => void
}

/** The recorders of one call, as one. */
export interface CallRecorder extends TrackRecorder {
  /** The files while they grow. `finish` reports their end, once all is written. */
  growing: GrowingTake
  finish(): void
}

const isSupported = (mimeType: string): boolean => MediaRecorder.isTypeSupported(mimeType)

/** Records the call into its file, and each side track into a file of its own. */
export async function recordCall({
  capture: { call, mix },
  files,
  onBegin,
  onPiece,
  onFailure,
}: CallRecorderOptions): Promise<CallRecorder> {
  const spool = await openSpool(files.mixed ?? '')
  const growingFile = createGrowingFile((start, end) => spool.read(start, end))
  const sounds = await openSounds([
    { side: 'them', stream: mix.tab, name: soundFile({ files }, 'them') },
    { side: 'you', stream: mix.microphone, name: soundFile({ files }, 'you') },
  ])
  let soundRecorders: TrackRecorder[] | null = null
  let isPaused = false

  /** Once the call's format is proven: before that its recording may begin again. */
  function recordSounds(): void {
    // What is lacking there the call's own file has.
    soundRecorders = sounds.map(({ stream, spool: own, file }) =>
      recordTracks({
        stream,
        spool: own,
        formats: soundFormats(isSupported),
        onPiece: (size) => file.grow(size),
        onFailure: () => {},
      }),
    )
    if (isPaused) for (const recorder of soundRecorders) recorder.pause()
  }

  const recorder = recordTracks({
    stream: call,
    formats: callFormats(isSupported),
    spool,
    onFailure,
    ...(onBegin ? { onBegin } : {}),
    onPiece(size, mimeType) {
      growingFile.grow(size)
      onPiece(size, mimeType)
      if (soundRecorders === null) recordSounds()
    },
  })

  return {
    growing: { call: growingFile, sounds: Object.fromEntries(sounds.map(({ side, file }) => [side, file])) },
    finish() {
      for (const { file } of sounds) file.end()
      growingFile.end()
    },
    pause() {
      isPaused = true
      for (const one of [recorder, ...(soundRecorders ?? [])]) one.pause()
    },
    resume() {
      isPaused = false
      for (const one of [recorder, ...(soundRecorders ?? [])]) one.resume()
    },
    async stop() {
      const begun = soundRecorders
      // Nothing begins any more.
      soundRecorders ??= []
      await Promise.all([recorder, ...(begun ?? [])].map((one) => one.stop()))
      await Promise.all(sounds.map((sound) => sound.spool.close()))
    },
  }
}

interface Sound {
  side: Side
  stream: MediaStream
  spool: Spool
  file: GrowingFileWriter
}

async function openSounds(sounds: { side: Side; stream: MediaStream | null; name: string | null }[]): Promise<Sound[]> {
  const there = sounds.flatMap(({ side, stream, name }) =>
    stream === null || name === null ? [] : [{ side, stream, name }],
  )
  return Promise.all(
    there.map(async ({ name, ...sound }) => {
      const spool = await openSpool(name)
      return { ...sound, spool, file: createGrowingFile((start, end) => spool.read(start, end)) }
    }),
  )
}
