import type { CaptureOrder } from '../../messaging/recording-protocol.ts'
import { microphoneConstraints, type MicrophoneState } from './microphone.ts'
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
  /** State of the requested microphone; `recorded` also if none was requested. */
  microphone(): MicrophoneState
  /** Called once when the tab is closed or the person stops sharing. */
  onEnd(run: () => void): void
  close(): Promise<void>
}

/** Opens the requested sources. @throws the browser's error when it refuses. */
export async function openCapture({ choices, streamId, tab }: CaptureOrder): Promise<Capture> {
  const capture = streamId === null ? await captureScreen() : await captureTab(streamId, tab)
  const microphone = choices.microphone ? await openMicrophone(choices.microphoneId) : null
  const mix = openAudioMix({ capture, microphone, playAloud: streamId !== null })
  const pictures = capture.getVideoTracks()
  return {
    call: new MediaStream([...pictures, mix.mixed]),
    mix,
    async lighten(isRecorded) {
      await Promise.allSettled(
        pictures.map((track) => track.applyConstraints(lightPicture(track.getSettings(), isRecorded))),
      )
    },
    microphone: () => microphoneState(choices, microphone),
    onEnd(run) {
      for (const track of pictures) {
        if (track.readyState === 'ended') run()
        else track.addEventListener('ended', run, { once: true })
      }
    },
    async close() {
      for (const stream of [capture, microphone]) for (const track of stream?.getTracks() ?? []) track.stop()
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

/** Null when the person has not allowed the microphone, or there is none. */
async function openMicrophone(id: string | null): Promise<MediaStream | null> {
  try {
    return await navigator.mediaDevices.getUserMedia({ audio: microphoneConstraints(id) })
  } catch {
    return null
  }
}

function microphoneState(
  { microphone: isWanted, microphoneId: chosen }: CaptureOrder['choices'],
  stream: MediaStream | null,
): MicrophoneState {
  if (!isWanted) return 'recorded'
  const [track] = stream?.getAudioTracks() ?? []
  if (track === undefined) return 'absent'
  if (track.readyState === 'ended') return 'ended'
  return chosen === null || track.getSettings().deviceId === chosen ? 'recorded' : 'other'
}
