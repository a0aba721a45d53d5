import { openMeter } from './audio-mix.ts'

/** State of the requested microphone. `other`: the chosen one was missing, another one is recorded. */
export type MicrophoneState = 'recorded' | 'absent' | 'other' | 'ended'

/** The browser's constraints. A missing microphone is replaced: another one is better than none. */
export function microphoneConstraints(id: string | null): MediaTrackConstraints {
  return {
    echoCancellation: true,
    noiseSuppression: true,
    autoGainControl: true,
    ...(id === null ? {} : { deviceId: { ideal: id } }),
  }
}

/** A microphone to choose from. */
export interface Microphone {
  id: string
  name: string
}

/** The system's default entries, which duplicate the actual devices. */
const ALIASES = new Set(['', 'default', 'communications'])

/** The available microphones; empty until the person has allowed access, because nameless ones can't be chosen. */
export async function listMicrophones(): Promise<Microphone[]> {
  const devices = await navigator.mediaDevices.enumerateDevices()
  return devices
    .filter(({ kind, deviceId, label }) => kind === 'audioinput' && !ALIASES.has(deviceId) && label !== '')
    .map(({ deviceId, label }) => ({ id: deviceId, name: label }))
}

/** A microphone tested before a recording; nothing is kept. */
export interface MicrophoneTest {
  /** Its current level, 0 to 1. */
  level(): number
  close(): Promise<void>
}

/** Opens a microphone to show its level. @throws the browser's error when it refuses. */
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
