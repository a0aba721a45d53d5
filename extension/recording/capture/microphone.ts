import { openMeter } from './audio-mix.ts'

/**
 * State of the requested microphone. `other`: the chosen one is missing, or the one in use was disconnected, and another
 * one is recorded. `failed`: the one chosen last can't be opened. `used` and `wanted` are their names.
 */
export type MicrophoneState =
  | { is: 'recorded' | 'absent' | 'ended' }
  | { is: 'other'; used: string }
  | { is: 'failed'; used: string; wanted: string }

/**
 * Opens a microphone.
 * @param id null: the system default.
 * @throws the browser's error when it is missing or refused.
 */
export async function openMicrophone(id: string | null): Promise<MediaStream> {
  if (id !== null) return openExactly(id)
  // Without a device, Chromium may give one that is open already.
  return openExactly(DEFAULT).catch(() => getMicrophone({}))
}

// As a mere wish (`ideal`), too, Chromium gives one that is open already.
function openExactly(id: string): Promise<MediaStream> {
  return getMicrophone({ deviceId: { exact: id } })
}

function getMicrophone(constraints: MediaTrackConstraints): Promise<MediaStream> {
  const audio = { echoCancellation: true, noiseSuppression: true, autoGainControl: true, ...constraints }
  return navigator.mediaDevices.getUserMedia({ audio })
}

/** Chromium's id of the system default. */
const DEFAULT = 'default'

/** A microphone to choose from. */
export interface Microphone {
  id: string
  name: string
}

/** The system's default entries, which duplicate the actual devices. */
const ALIASES = new Set(['', DEFAULT, 'communications'])

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
  const stream = await openMicrophone(id)
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
