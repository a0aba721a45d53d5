import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { startFakeOpenAi } from '../fakes/openai.ts'
import type { SpeechCall } from '../fakes/openai-rules.ts'
import { signUp } from '../fixtures/client.ts'
import { startServer } from '../fixtures/server.ts'
import { makeHour } from './hour.ts'
import type { Result } from './result.ts'
import { timed } from './median.ts'

const AT_ONCE = 2
/** How many seconds of sound the service transcribes in a second. */
export const SPEED = 30
/** What the product sends: 32 kbit/s. */
const BYTES_PER_SECOND = 4000

/** How long the service takes for what it is sent, ms. Its sound has 32 kbit/s. */
export const transcriptionMs = ({ file }: SpeechCall): number => ((file.bytes.length / BYTES_PER_SECOND) * 1000) / SPEED

/** A 60-minute recording without captions, cut by the real ffmpeg and transcribed by a service of a known speed: how much time the product adds. */
export async function benchSpeech(work: string): Promise<Result[]> {
  const recording = await makeHour(work, { captions: false })
  const fake = await startFakeOpenAi({
    delay: (call) => ('file' in call ? transcriptionMs(call) : 0),
    transcribe: () => ({
      text: 'We ship in March.',
      language: 'en',
      segments: [{ start: 1, end: 3, text: 'We ship in March.' }],
    }),
  })
  const server = await startServer({
    OPENAI_API_KEY: 'sk-test',
    OPENAI_BASE_URL: fake.baseUrl,
    OPENAI_AT_ONCE: String(AT_ONCE),
    TRANSCRIBER: 'openai',
    ANALYST: 'extractive',
  })
  try {
    const ann = await signUp(server.url)
    const video_url = await ann.upload(recording)
    // On a quiet disk: what the upload left to be written is not the pipeline's cost.
    await promisify(execFile)('sync')
    const product = await timed(async () => {
      const site = await ann.finished(await ann.process({ video_url }))
      if (site.status !== 'active' || site.segments.length === 0)
        throw new Error(`The recording became ${site.status}: ${site.error_message}`)
    })
    const needed = fake.speech.reduce((sum, call) => sum + transcriptionMs(call), 0) / AT_ONCE
    const transcribing = Math.max(...fake.spans.map(({ to }) => to)) - Math.min(...fake.spans.map(({ from }) => from))
    const against = (ms: number) =>
      `${(ms / needed).toFixed(2)} × (${(ms / 1000).toFixed(1)} s against ${(needed / 1000).toFixed(1)} s)`
    const what = `60-minute recording heard in ${fake.speech.length} pieces by a service at ${SPEED} × real time, ${AT_ONCE} at a time, against what the service needs`
    return [
      { what: `${what}: first piece sent → last one heard`, measured: against(transcribing), goal: 'at most 1.2 ×' },
      { what: `${what}: upload finished → active`, measured: against(product), goal: 'at most 1.2 ×' },
    ]
  } finally {
    await server.stop()
    await fake.close()
  }
}
