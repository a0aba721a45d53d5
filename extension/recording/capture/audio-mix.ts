import { getLevel } from './loudness.ts'

/** A call's audio, mixed. */
export interface AudioMix {
  /** Both together, limited to prevent clipping. */
  mixed: MediaStreamTrack
  /** Each as its own track, null if missing: identifies who spoke. */
  tab: MediaStream | null
  microphone: MediaStream | null
  /** Replaces the microphone without interrupting its track. Null: silence. */
  setMicrophone(microphone: MediaStream | null): void
  /** A muted microphone is silent in both. */
  setMuted(muted: boolean): void
  /** Each one's current level, 0 to 1; null if missing. */
  levels(): { tab: number | null; microphone: number | null }
  /** False while the browser has suspended the audio graph, which makes all of it silent. */
  isRunning(): boolean
  close(): Promise<void>
}

export interface AudioMixOptions {
  /** The captured tab or screen, with or without audio. */
  capture: MediaStream
  microphone: MediaStream | null
  /** True when the capture muted the tab's playback. */
  playAloud: boolean
}

/** A limiter: leaves quiet audio unchanged and prevents clipping when both speak at once. */
const LIMITER: DynamicsCompressorOptions = { threshold: -3, knee: 0, ratio: 20, attack: 0.003, release: 0.25 }
const SAMPLES = 2048
/** How late a recorded frame shows a change on average, so the sound waits as long: measured in six recordings. Seconds */
const PICTURE_DELAY_S = 0.02

/** Mixes the captured audio with the microphone. */
export function openAudioMix({ capture, microphone, playAloud }: AudioMixOptions): AudioMix {
  const context = new AudioContext()
  const limiter = new DynamicsCompressorNode(context, LIMITER)
  const mixed = new MediaStreamAudioDestinationNode(context)
  limiter.connect(new DelayNode(context, { delayTime: PICTURE_DELAY_S })).connect(mixed)

  const captured = capture.getAudioTracks().length > 0 ? new MediaStream(capture.getAudioTracks()) : null
  const tabSource = captured && new MediaStreamAudioSourceNode(context, { mediaStream: captured })
  tabSource?.connect(limiter)
  if (playAloud) tabSource?.connect(context.destination)

  let microphoneSource: MediaStreamAudioSourceNode | null = null
  const gate = new GainNode(context)
  const own = new MediaStreamAudioDestinationNode(context)
  gate.connect(limiter)
  gate.connect(own)
  // Without a source a track stands still, and its file would lack the time without a microphone.
  const silence = new ConstantSourceNode(context, { offset: 0 })
  silence.connect(gate)
  silence.start()
  function setMicrophone(stream: MediaStream | null): void {
    microphoneSource?.disconnect()
    microphoneSource = stream && new MediaStreamAudioSourceNode(context, { mediaStream: stream })
    microphoneSource?.connect(gate)
  }
  setMicrophone(microphone)

  const tabMeter = tabSource && openMeter(context, tabSource)
  const microphoneMeter = openMeter(context, gate)
  // A browser that suspends it (another device, a sleep) doesn't always resume it.
  context.addEventListener('statechange', () => {
    if (context.state !== 'running' && context.state !== 'closed') void context.resume().catch(() => undefined)
  })
  const [track] = mixed.stream.getAudioTracks()
  if (track === undefined) throw new Error('The browser provided no audio track.')
  return {
    mixed: track,
    tab: captured,
    microphone: microphone && own.stream,
    setMicrophone,
    setMuted(muted) {
      gate.gain.value = muted ? 0 : 1
    },
    levels: () => ({ tab: tabMeter?.() ?? null, microphone: microphoneSource && microphoneMeter() }),
    isRunning: () => context.state === 'running',
    close: () => context.close(),
  }
}

/** Measures a node's level, 0 to 1. */
export function openMeter(context: AudioContext, node: AudioNode): () => number {
  const analyser = new AnalyserNode(context, { fftSize: SAMPLES })
  node.connect(analyser)
  const samples = new Float32Array(SAMPLES)
  return () => {
    analyser.getFloatTimeDomainData(samples)
    return getLevel(samples)
  }
}
