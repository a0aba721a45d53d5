import { openMeter } from './audio-mix.ts'

/** What has become of the microphone that was wanted. `other`: the chosen one was not there, another one is recorded. */
export type MicrophoneState = 'recorded' | 'absent' | 'other' | 'ended'

/** What the browser is asked for. A chosen microphone that is not there is replaced: better another one than none. */
export function microphoneConstraints(id: string | null): MediaTrackConstraints {
  return {
    echoCancellation: true,
    noiseSuppression: true,
    autoGainControl: true,
    ...(id === null ? {} : { deviceId: { ideal: id } }),
  }
}

/** A microphone that can be chosen. */
export interface Microphone {
  id: string
  name: string
}

/** The system's own choices, which stand beside the devices that they are. */
const ALIASES = new Set(['', 'default', 'communications'])

/** The microphones there are; empty until the person has allowed the microphone, because nameless ones can't be chosen. */
export async function listMicrophones(): Promise<Microphone[]> {
  const devices = await navigator.mediaDevices.enumerateDevices()
  return devices
    .filter(({ kind, deviceId, label }) => kind === 'audioinput' && !ALIASES.has(deviceId) && label !== '')
    .map(({ deviceId, label }) => ({ id: deviceId, name: label }))
}

/** A microphone that is tried before a recording; nothing of it is kept. */
export interface MicrophoneTest {
  /** How loud it is now, 0 to 1. */
  level(): number
  close(): Promise<void>
}

/** Opens a microphone to show how loud it is. @throws what the browser throws when it refuses. */
export async function testMicrophone(id: string | null): Promise<MicrophoneTest> {
  const stream = await navigator.mediaDevices.getUserMedia({ audio: microphoneConstraints(id) })
  const context = new AudioContext()
  const level = openMeter(context, new MediaStreamAudioSourceNode(context, { mediaStream: stream }))
  return {
    level,
    async close() {
      for (const track of stream.getTracks()) track.stop()
      await context.close()
    },
  }
}
