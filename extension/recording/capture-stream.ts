import { LARGEST_PICTURE, recordedSize } from './formats.ts'

const FRAMES_PER_SECOND = 15

/**
 * Picture and sound of a tab; its sound is no longer heard then, unless it is played.
 * @param streamId from `getTabStreamId`.
 * @param size the tab's own, pixels.
 */
export function captureTab(streamId: string, size: { width: number; height: number }): Promise<MediaStream> {
  const mandatory = { chromeMediaSource: 'tab', chromeMediaSourceId: streamId }
  const { width, height } = recordedSize(size)
  // Chrome's own form: the standard has none for tabs.
  const constraints = {
    audio: { mandatory },
    video: { mandatory: { ...mandatory, maxWidth: width, maxHeight: height, maxFrameRate: FRAMES_PER_SECOND } },
  }
  return navigator.mediaDevices.getUserMedia(constraints as MediaStreamConstraints)
}

/** Picture, and sound if it is shared, of what the person picks in the browser's own dialog. @throws NotAllowedError when nothing is picked. */
export function captureScreen(): Promise<MediaStream> {
  return navigator.mediaDevices.getDisplayMedia({
    video: {
      width: { max: LARGEST_PICTURE.width },
      height: { max: LARGEST_PICTURE.height },
      frameRate: { max: FRAMES_PER_SECOND },
    },
    // The sound of a call is no microphone: processing would take the other side's voice for noise.
    audio: { echoCancellation: false, noiseSuppression: false, autoGainControl: false },
    systemAudio: 'include',
  } as DisplayMediaStreamOptions)
}

/** Null when the person has not allowed the microphone, or there is none. */
export async function openMicrophone(): Promise<MediaStream | null> {
  try {
    return await navigator.mediaDevices.getUserMedia({
      audio: { echoCancellation: true, noiseSuppression: true, autoGainControl: true },
    })
  } catch {
    return null
  }
}
