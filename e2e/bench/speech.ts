import { startFakeOpenAi } from '../fakes/openai.ts'
import type { SpeechCall } from '../fakes/openai-rules.ts'
import { signUp } from '../fixtures/client.ts'
import { startServer } from '../fixtures/server.ts'
import { makeHour } from './hour.ts'
import type { Result } from './main.ts'
import { timed } from './median.ts'

const AT_ONCE = 2
/** How many seconds of sound the service hears in a second. */
const SPEED = 30
/** What the product sends: 32 kbit/s. */
const BYTES_PER_SECOND = 4000

const heardIn = ({ file }: SpeechCall): number => ((file.bytes.length / BYTES_PER_SECOND) * 1000) / SPEED

/** A 60-minute recording without captions, cut by the real ffmpeg and heard by a service of a known speed: how much time the product adds. */
export async function benchSpeech(work: string): Promise<Result[]> {
  const recording = await makeHour(work, { captions: false })
  const fake = await startFakeOpenAi({ delay: (call) => ('file' in call ? heardIn(call) : 0), hear: () => ({ text: 'We ship in March.', language: 'en', segments: [{ start: 1, end: 3, text: 'We ship in March.' }] }) })
  const server = await startServer({ OPENAI_API_KEY: 'sk-test', OPENAI_BASE_URL: fake.baseUrl, OPENAI_AT_ONCE: String(AT_ONCE), TRANSCRIBER: 'openai', ANALYST: 'extractive' })
  try {
    const ann = await signUp(server.url)
    const video_url = await ann.upload(recording)
    const product = await timed(async () => {
      const site = await ann.finished(await ann.process({ video_url }), 300_000)
      if (site.status !== 'active' || site.segments.length === 0) throw new Error(`The recording became ${site.status}: ${site.error_message}`)
    })
    const needed = fake.speech.reduce((sum, call) => sum + heardIn(call), 0) / AT_ONCE
    const seconds = (ms: number) => (ms / 1000).toFixed(1)
    return [
      {
        what: `60-minute recording heard in ${fake.speech.length} pieces by a service at ${SPEED} × real time, ${AT_ONCE} at a time: upload finished → active, against what the service needs`,
        measured: `${(product / needed).toFixed(2)} × (${seconds(product)} s against ${seconds(needed)} s)`,
        goal: 'at most 1.2 ×',
      },
    ]
  } finally {
    await server.stop()
    await fake.close()
  }
}
