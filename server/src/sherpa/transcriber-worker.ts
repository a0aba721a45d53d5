import sherpa from 'sherpa-onnx-node'
import { SAMPLE_RATE } from '../media/wav.ts'
import { readJob, report } from '../process/worker-side.ts'
import { readSound } from './read-sound.ts'
import { transcribeJobSchema, type TranscribeJob, type HeardReport } from './jobs.ts'
import { getWords } from './words.ts'

/**
 * Runs as its own process: `node transcriber-worker.ts JOB.json`. A model that the library can't use crashes the
 * process.
 */

const WINDOW = 512
const BLOCK_MS = 30_000
const LONGEST_SPEECH_SECONDS = 20
/** Without pauses, and in music, speech has no natural end; Whisper transcribes only the first 30 s of it. */
const LONGEST_STRETCH = 28 * SAMPLE_RATE
const FEATURES = 80

const job = await readJob(transcribeJobSchema)
if (job !== null) await work(job)

async function work(job: TranscribeJob): Promise<void> {
  const activity = new sherpa.Vad(
    {
      sileroVad: {
        model: job.activityPath,
        threshold: 0.5,
        minSilenceDuration: 0.25,
        minSpeechDuration: 0.2,
        maxSpeechDuration: LONGEST_SPEECH_SECONDS,
        windowSize: WINDOW,
      },
      sampleRate: SAMPLE_RATE,
      numThreads: 1,
      provider: 'cpu',
      debug: false,
    },
    2 * LONGEST_SPEECH_SECONDS,
  )
  const recogniser = new sherpa.OfflineRecognizer(getSettings(job))
  let [transcribedSamples, stretchSamples] = [0, 0]
  for await (const samples of readSound(job.wavPath, BLOCK_MS, job.fromMs)) {
    for (let at = 0; at < samples.length; at += WINDOW) {
      const window = samples.subarray(at, at + WINDOW)
      activity.acceptWaveform(window)
      stretchSamples = activity.isDetected() ? stretchSamples + window.length : 0
      if (stretchSamples >= LONGEST_STRETCH) {
        activity.flush()
        stretchSamples = 0
      }
      transcribeAll(activity, recogniser, job.fromMs)
    }
    transcribedSamples += samples.length
    report({ doneMs: job.fromMs + getMs(transcribedSamples), pause: !activity.isDetected() } satisfies HeardReport)
  }
  activity.flush()
  transcribeAll(activity, recogniser, job.fromMs)
}

/** @param fromMs offset in the recording of the audio that the models got. */
function transcribeAll(activity: sherpa.Vad, recogniser: sherpa.OfflineRecognizer, fromMs: number): void {
  while (!activity.isEmpty()) {
    const { start, samples } = activity.front(false)
    activity.pop()
    const stream = recogniser.createStream()
    stream.acceptWaveform({ samples, sampleRate: SAMPLE_RATE })
    recogniser.decode(stream)
    const { text, tokens, timestamps } = recogniser.getResult(stream)
    const stretch = { startMs: fromMs + getMs(start), endMs: fromMs + getMs(start + samples.length) }
    const words = getWords(tokens, timestamps, stretch)
    if (text.trim() === '') continue
    report({
      heard: {
        start_ms: stretch.startMs,
        end_ms: stretch.endMs,
        speaker: null,
        text: text.trim(),
        ...(words.length > 0 && { words }),
      },
    } satisfies HeardReport)
  }
}

function getSettings({ recogniser, threads }: TranscribeJob) {
  const { kind, tokens, ...paths } = recogniser
  const model =
    kind === 'whisper'
      ? { whisper: { ...paths, language: 'en', task: 'transcribe' } }
      : { transducer: paths, modelType: 'nemo_transducer' }
  return {
    featConfig: { sampleRate: SAMPLE_RATE, featureDim: FEATURES },
    modelConfig: { ...model, tokens, numThreads: threads, provider: 'cpu', debug: 0 },
  }
}

function getMs(samples: number): number {
  return Math.round((samples / SAMPLE_RATE) * 1000)
}
