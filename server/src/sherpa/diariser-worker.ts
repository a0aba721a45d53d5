import sherpa from 'sherpa-onnx-node'
import type { z } from 'zod'
import { SAMPLE_RATE, wavDurationMs } from '../media/wav.ts'
import { readJob, report } from '../process/worker-side.ts'
import { readSound } from './read-sound.ts'
import { diariseJobSchema, type DiariseJob, type voiceReportSchema } from './jobs.ts'

/**
 * Runs as its own process: `node diariser-worker.ts JOB.json`. A model that the library can't use crashes the process.
 */

const BLOCK_MS = 30_000
/** Minimum difference between the voices of two people, from 0 to 2: the library's own default; not measured here. */
const THRESHOLD = 0.5
const SHORTEST_SECONDS = 0.3
/** Keeps pauses: joined across them, a turn would include the other person's "yes". 0 means the library's default. */
const LONGEST_PAUSE_SECONDS = 0.01
/**
 * The library clusters nothing in audio that fits into one of the model's windows, whatever the number of speakers, so
 * silence is appended.
 */
const LEAST_SAMPLES = 11 * SAMPLE_RATE

const job = await readJob(diariseJobSchema)
if (job !== null) await work(job)

async function work({ wavPath, ...settings }: DiariseJob): Promise<void> {
  const diarisation = new sherpa.OfflineSpeakerDiarization(getSettings(settings))
  if (diarisation.sampleRate !== SAMPLE_RATE) throw new Error(`the model expects audio at ${diarisation.sampleRate} Hz`)
  const durationMs = await wavDurationMs(wavPath)
  const toMs = (seconds: number) => Math.min(durationMs, Math.round(seconds * 1000))
  for (const { start, end, speaker } of diarisation.process(await readWhole(wavPath, durationMs))) {
    report({ startMs: toMs(start), endMs: toMs(end), label: speaker } satisfies z.infer<typeof voiceReportSchema>)
  }
}

async function readWhole(wavPath: string, durationMs: number): Promise<Float32Array> {
  const whole = new Float32Array(Math.max(LEAST_SAMPLES, (durationMs * SAMPLE_RATE) / 1000))
  let at = 0
  for await (const samples of readSound(wavPath, BLOCK_MS)) {
    whole.set(samples.subarray(0, whole.length - at), at)
    at += samples.length
  }
  return whole
}

function getSettings({ segmentationPath, embeddingPath, count, windowShift, threads }: Omit<DiariseJob, 'wavPath'>) {
  const computing = { numThreads: threads, provider: 'cpu', debug: false }
  return {
    segmentation: { pyannote: { model: segmentationPath, windowShiftRatio: windowShift }, ...computing },
    embedding: { model: embeddingPath, ...computing },
    clustering: count === null ? { threshold: THRESHOLD } : { numClusters: count },
    minDurationOn: SHORTEST_SECONDS,
    minDurationOff: LONGEST_PAUSE_SECONDS,
  }
}
