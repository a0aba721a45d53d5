import { createGrowth, type GrowingFile } from '@callfolio/shared/client/growing-file.ts'
import type { Capture } from './capture.ts'
import { callFormats, soundFormats } from './formats.ts'
import { openSpool } from './spool.ts'
import type { Take } from './take.ts'
import { recordTracks, type TrackRecorder, type TrackRecorderOptions } from './track-recorder.ts'

export interface CallRecorderOptions extends Pick<TrackRecorderOptions, 'onBegin' | 'onPiece' | 'onFailure'> {
  capture: Capture
  files: Take['files']
}

/** The recorders of one call, as one. */
export interface CallRecorder extends TrackRecorder {
  /** The call's file while it grows. Its end is told with `finish`, once all is noted. */
  file: GrowingFile
  finish(): void
}

/** Records the call into its file, and each sound alone into a file of its own. */
export async function recordCall({ capture: { call, mix }, files, onBegin, onPiece, onFailure }: CallRecorderOptions): Promise<CallRecorder> {
  const isSupported = (mimeType: string): boolean => MediaRecorder.isTypeSupported(mimeType)
  const spool = await openSpool(files.mixed ?? '')
  const growth = createGrowth(spool.read)
  const sounds = await Promise.all(
    [{ stream: mix.tab, name: files.tab }, { stream: mix.microphone, name: files.microphone }].flatMap(({ stream, name }) =>
      stream === null || name === null ? [] : [openSpool(name).then((own) => ({ stream, spool: own }))],
    ),
  )
  const recorders = [
    recordTracks({
      stream: call,
      formats: callFormats(isSupported),
      spool,
      onFailure,
      ...(onBegin ? { onBegin } : {}),
      onPiece(size, mimeType) {
        growth.grow(size)
        onPiece?.(size, mimeType)
      },
    }),
    // What is lacking there the call's own file has.
    ...sounds.map((sound) => recordTracks({ ...sound, formats: soundFormats(isSupported), onFailure: () => {} })),
  ]
  return {
    file: growth,
    finish: growth.end,
    pause: () => recorders.forEach((recorder) => recorder.pause()),
    resume: () => recorders.forEach((recorder) => recorder.resume()),
    async stop() {
      await Promise.all(recorders.map((recorder) => recorder.stop()))
    },
  }
}
