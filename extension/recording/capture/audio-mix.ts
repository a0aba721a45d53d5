import { levelOf } from './loudness.ts'

/** The sounds of a call, put together. */
export interface AudioMix {
  /** Both together, never louder than a recording can hold. */
  mixed: MediaStreamTrack
  /** Each as a track of its own, null when it isn't there: so it is certain who spoke. */
  tab: MediaStream | null
  microphone: MediaStream | null
  /** A muted microphone is silent in both. */
  setMuted(muted: boolean): void
  /** How loud each is now, 0 to 1; null when it isn't there. */
  levels(): { tab: number | null; microphone: number | null }
  /** False while the browser has stopped the audio graph, which makes all of it silent. */
  isRunning(): boolean
  close(): Promise<void>
}

export interface AudioMixOptions {
  /** The captured tab or screen, with or without sound. */
  capture: MediaStream
  microphone: MediaStream | null
  /** True when the capture took the sound away from the speakers. */
  playAloud: boolean
}

/** A limiter: leaves what is quiet as it is and holds back what would clip when both speak at once. */
const LIMITER: DynamicsCompressorOptions = { threshold: -3, knee: 0, ratio: 20, attack: 0.003, release: 0.25 }
const SAMPLES = 2048

/** Mixes the captured sound with the microphone. */
export function openAudioMix({ capture, microphone, playAloud }: AudioMixOptions): AudioMix {
  const context = new AudioContext()
  const limiter = new DynamicsCompressorNode(context, LIMITER)
  const mixed = new MediaStreamAudioDestinationNode(context)
  limiter.connect(mixed)

  const captured = capture.getAudioTracks().length > 0 ? new MediaStream(capture.getAudioTracks()) : null
  const tabSource = captured && new MediaStreamAudioSourceNode(context, { mediaStream: captured })
  tabSource?.connect(limiter)
  if (playAloud) tabSource?.connect(context.destination)

  const microphoneSource = microphone && new MediaStreamAudioSourceNode(context, { mediaStream: microphone })
  const gate = new GainNode(context)
  const own = new MediaStreamAudioDestinationNode(context)
  microphoneSource?.connect(gate)
  gate.connect(limiter)
  gate.connect(own)

  const tabMeter = tabSource && openMeter(context, tabSource)
  const microphoneMeter = microphoneSource && openMeter(context, gate)
  // A browser that suspends it (another device, a sleep) doesn't always resume it.
  context.addEventListener('statechange', () => {
    if (context.state !== 'running' && context.state !== 'closed') void context.resume().catch(() => undefined)
  })
  const [track] = mixed.stream.getAudioTracks()
  if (track === undefined) throw new Error('The audio couldn’t be mixed.')
  return {
    mixed: track,
    tab: captured,
    microphone: microphone && own.stream,
    setMuted(muted) {
      gate.gain.value = muted ? 0 : 1
    },
    levels: () => ({ tab: tabMeter?.() ?? null, microphone: microphoneMeter?.() ?? null }),
    isRunning: () => context.state === 'running',
    close: () => context.close(),
  }
}

/** Measures how loud a node is, 0 to 1. */
export function openMeter(context: AudioContext, node: AudioNode): () => number {
  const analyser = new AnalyserNode(context, { fftSize: SAMPLES })
  node.connect(analyser)
  const samples = new Float32Array(SAMPLES)
  return () => {
    analyser.getFloatTimeDomainData(samples)
    return levelOf(samples)
  }
}
