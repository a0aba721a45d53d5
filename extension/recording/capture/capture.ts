import type { CaptureOrder } from '../../messaging/recording-protocol.ts'
import { openLiveMicrophone, type LiveMicrophone } from './live-microphone.ts'
import { listMicrophones, openMicrophone } from './microphone.ts'
import { openAudioMix, type AudioMix } from './audio-mix.ts'
import { LARGEST_PICTURE, lightPicture, recordedSize } from './formats.ts'

/** The captured picture and audio. */
export interface Capture {
  /** The picture and both sides' audio. */
  call: MediaStream
  mix: AudioMix
  /**
   * Lowers the frame rate, and the size unless it is being recorded already, for a machine that can't keep up. Never
   * rejects.
   */
  lighten: (isRecorded: boolean) => Promise<void>
  /** Null: none was requested. */
  microphone: LiveMicrophone | null
  /** Called once when the tab is closed or the person stops sharing. */
  onEnd(run: () => void): void
  close(): Promise<void>
}

/** Opens the requested sources. @throws the browser's error when it refuses. */
export async function openCapture({ choices, streamId, tab }: CaptureOrder): Promise<Capture> {
  const capture = streamId === null ? await captureScreen() : await captureTab(streamId, tab)
  const microphone = choices.microphone
    ? await openLiveMicrophone({ chosenId: choices.microphoneId, open: openMicrophone, list: listMicrophones })
    : null
  const mix = openAudioMix({ capture, microphone: microphone && microphone.stream(), playAloud: streamId !== null })
  microphone?.onStream((stream) => mix.setMicrophone(stream))
  const onDevices = (): void => void microphone?.check()
  navigator.mediaDevices.addEventListener('devicechange', onDevices)
  const pictures = capture.getVideoTracks()
  return {
    call: new MediaStream([...pictures, mix.mixed]),
    mix,
    async lighten(isRecorded) {
      await Promise.allSettled(
        pictures.map((track) => track.applyConstraints(lightPicture(track.getSettings(), isRecorded))),
      )
    },
    microphone,
    onEnd(run) {
      for (const track of pictures) {
        if (track.readyState === 'ended') run()
        else track.addEventListener('ended', run, { once: true })
      }
    },
    async close() {
      navigator.mediaDevices.removeEventListener('devicechange', onDevices)
      microphone?.close()
      for (const track of capture.getTracks()) track.stop()
      await mix.close()
    },
  }
}

const FRAMES_PER_SECOND = 15

/**
 * Picture and audio of a tab; the browser then stops playing its audio unless we do.
 * @param streamId from `getTabStreamId`.
 * @param size the tab's own, pixels.
 */
function captureTab(streamId: string, size: { width: number; height: number }): Promise<MediaStream> {
  const mandatory = { chromeMediaSource: 'tab', chromeMediaSourceId: streamId }
  const { width, height } = recordedSize(size)
  // Chrome's own constraints: the standard has none for tabs.
  const constraints = {
    audio: { mandatory },
    video: { mandatory: { ...mandatory, maxWidth: width, maxHeight: height, maxFrameRate: FRAMES_PER_SECOND } },
  }
  return navigator.mediaDevices.getUserMedia(constraints as MediaStreamConstraints)
}

/**
 * Picture, and audio if it is shared, of what the person picks in the browser's own dialog. @throws NotAllowedError
 * when nothing is picked.
 */
function captureScreen(): Promise<MediaStream> {
  return navigator.mediaDevices.getDisplayMedia({
    video: {
      width: { max: LARGEST_PICTURE.width },
      height: { max: LARGEST_PICTURE.height },
      frameRate: { max: FRAMES_PER_SECOND },
    },
    // A call's audio is no microphone: processing would treat the other side's voice as noise.
    audio: { echoCancellation: false, noiseSuppression: false, autoGainControl: false },
    systemAudio: 'include',
  } as DisplayMediaStreamOptions)
}
