import { open, readFile } from 'node:fs/promises'
import sherpa from 'sherpa-onnx-node'
import { readSamples, SAMPLE_RATE, wavDurationMs } from '../media/wav.ts'
import { sherpaJobSchema, type SherpaJob, type SherpaReport } from './sherpa-job.ts'
import { wordsOf } from './sherpa-words.ts'

/** Run as a process of its own: `node sherpa-worker.ts JOB.json`. A model that the library can't use ends the process it is in. */

const WINDOW = 512
const BLOCK_MS = 30_000
const LONGEST_SPEECH_SECONDS = 20
const FEATURES = 80
const FULL_SCALE = 32_768

const [jobPath] = process.argv.slice(2)
// Without a job it only shows that the library can be loaded.
if (jobPath !== undefined) await work(sherpaJobSchema.parse(JSON.parse(await readFile(jobPath, 'utf8'))))

async function work(job: SherpaJob): Promise<void> {
  const activity = new sherpa.Vad(
    {
      sileroVad: { model: job.activityPath, threshold: 0.5, minSilenceDuration: 0.25, minSpeechDuration: 0.2, maxSpeechDuration: LONGEST_SPEECH_SECONDS, windowSize: WINDOW },
      sampleRate: SAMPLE_RATE,
      numThreads: 1,
      provider: 'cpu',
      debug: false,
    },
    2 * LONGEST_SPEECH_SECONDS,
  )
  const recogniser = new sherpa.OfflineRecognizer(settingsOf(job))
  const durationMs = await wavDurationMs(job.wavPath)
  const wav = await open(job.wavPath)
  try {
    for (let startMs = 0; startMs < durationMs; startMs += BLOCK_MS) {
      const samples = Float32Array.from(await readSamples(wav, startMs, BLOCK_MS), (sample) => sample / FULL_SCALE)
      for (let at = 0; at < samples.length; at += WINDOW) {
        activity.acceptWaveform(samples.subarray(at, at + WINDOW))
        hearAll(activity, recogniser)
      }
      report({ doneMs: Math.min(durationMs, startMs + BLOCK_MS) })
    }
    activity.flush()
    hearAll(activity, recogniser)
  } finally {
    await wav.close()
  }
}

function hearAll(activity: sherpa.Vad, recogniser: sherpa.OfflineRecognizer): void {
  while (!activity.isEmpty()) {
    const { start, samples } = activity.front(false)
    activity.pop()
    const stream = recogniser.createStream()
    stream.acceptWaveform({ samples, sampleRate: SAMPLE_RATE })
    recogniser.decode(stream)
    const { text, tokens, timestamps } = recogniser.getResult(stream)
    const at = (sample: number) => Math.round((sample / SAMPLE_RATE) * 1000)
    const stretch = { startMs: at(start), endMs: at(start + samples.length) }
    const words = wordsOf(tokens, timestamps, stretch)
    if (text.trim() !== '') report({ heard: { start_ms: stretch.startMs, end_ms: stretch.endMs, speaker: null, text: text.trim(), ...(words.length > 0 && { words }) } })
  }
}

function settingsOf({ recogniser, threads }: SherpaJob) {
  const { kind, tokens, ...paths } = recogniser
  const model = kind === 'whisper' ? { whisper: { ...paths, language: 'en', task: 'transcribe' } } : { transducer: paths, modelType: 'nemo_transducer' }
  return { featConfig: { sampleRate: SAMPLE_RATE, featureDim: FEATURES }, modelConfig: { ...model, tokens, numThreads: threads, provider: 'cpu', debug: 0 } }
}

function report(said: SherpaReport): void {
  process.stdout.write(`${JSON.stringify(said)}\n`)
}
