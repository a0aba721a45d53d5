import { asksForVerdicts, startFakeOpenAi, type ChatCall } from '../fakes/openai.ts'
import { signUp } from '../fixtures/client.ts'
import { startServer } from '../fixtures/server.ts'
import type { Result } from './result.ts'
import { timed } from './median.ts'

/** How long a model thinks about one request, ms; real ones take longer. */
const THINKING_MS = 10_000
const LINES = 3000
const LINE_MS = 3600

/** A three-hour transcript through the AI analyst: how much time the product adds to the model's. */
export async function benchAnalysis(): Promise<Result[]> {
  const fake = await startFakeOpenAi({ delay: () => THINKING_MS, write: recapOrVerdicts })
  const server = await startServer({ OPENAI_API_KEY: 'sk-test', OPENAI_BASE_URL: fake.baseUrl, ANALYST: 'openai' })
  try {
    const ann = await signUp(server.url)
    const captions = threeHours()
    const tookMs = await timed(async () => {
      const site = await ann.finished(await ann.process({ captions }))
      if (site.status !== 'active' || site.segments.length !== LINES)
        throw new Error(`The call became ${site.status}: ${site.error_message}`)
    })
    const chainMs = longestChainMs(fake.spans)
    const measured = `${((100 * (tookMs - chainMs)) / chainMs).toFixed(1)} % (${(tookMs / 1000).toFixed(1)} s against ${(chainMs / 1000).toFixed(1)} s, ${fake.chats.length} calls)`
    return [
      {
        what: `three-hour transcript, captions → active: what is added to the longest chain of model calls of ${THINKING_MS / 1000} s`,
        measured,
        goal: 'at most 5 %',
      },
    ]
  } finally {
    await server.stop()
    await fake.close()
  }
}

/** A recap with something in it, from a part or from all of them, and verdicts that all claims hold. */
function recapOrVerdicts(call: ChatCall): unknown {
  if (asksForVerdicts(call)) return { verdicts: [] }
  const [line = 'L1'] = /L\d+/.exec(call.messages[1]?.content.split('\n').slice(1).join('\n') ?? '') ?? []
  return { summary: [{ part: 'other', text: 'They talked about the yearly price.', lines: [line] }] }
}

function threeHours(): string {
  const cues = Array.from(
    { length: LINES },
    (_, i) =>
      `${clock(i * LINE_MS)} --> ${clock(i * LINE_MS + LINE_MS - 100)}\n<v ${i % 2 === 0 ? 'Dana' : 'Marcus'}>We talked about the yearly price of plan ${i}.</v>\n`,
  )
  return `WEBVTT\n\n${cues.join('\n')}`
}

function clock(ms: number): string {
  return new Date(ms).toISOString().slice(11, 23)
}

/** The longest chain of calls of which each begins after the one before has ended. */
function longestChainMs(spans: readonly { from: number; to: number }[]): number {
  const best: { to: number; sum: number }[] = []
  for (const { from, to } of spans.toSorted((a, b) => a.to - b.to)) {
    const before = Math.max(0, ...best.filter((chain) => chain.to <= from).map((chain) => chain.sum))
    best.push({ to, sum: before + to - from })
  }
  return Math.max(...best.map((chain) => chain.sum))
}
