import type { CaptureOrder } from '../messaging/recording-protocol.ts'
import { openAudioMix, type AudioMix } from './audio-mix.ts'
import { captureScreen, captureTab, openMicrophone } from './capture-stream.ts'

/** Picture and sound that come in. */
export interface Capture {
  /** The picture and both sounds together. */
  call: MediaStream
  mix: AudioMix
  /** True when the microphone was wanted and could not be had. */
  lacksMicrophone: boolean
  /** Runs once when the tab is closed or the person stops sharing. */
  onEnd(run: () => void): void
  close(): Promise<void>
}

/** Opens what was ordered. @throws what the browser throws when it refuses. */
export async function openCapture({ choices, streamId, tab }: CaptureOrder): Promise<Capture> {
  const capture = streamId === null ? await captureScreen() : await captureTab(streamId, tab)
  const microphone = choices.microphone ? await openMicrophone() : null
  const mix = openAudioMix({ capture, microphone, playAloud: streamId !== null })
  const pictures = capture.getVideoTracks()
  return {
    call: new MediaStream([...pictures, mix.mixed]),
    mix,
    lacksMicrophone: choices.microphone && microphone === null,
    onEnd(run) {
      for (const track of pictures) track.addEventListener('ended', run, { once: true })
    },
    async close() {
      for (const stream of [capture, microphone]) for (const track of stream?.getTracks() ?? []) track.stop()
      await mix.close()
    },
  }
}
