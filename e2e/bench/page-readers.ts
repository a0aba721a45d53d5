import { createLinkReplySchema, SHARE_PATHS } from '@callfolio/shared/contract/share.ts'
import { signUp } from '../fixtures/client.ts'
import { sayStill, startMeasuredServer, type MeasuredServer } from '../fixtures/measured-server.ts'
import type { Result } from './result.ts'
import { getCall } from './transcript.ts'

const READERS = 30
/** The maximum of a transcript. */
const LINES = Number(process.env['PAGE_LINES'] ?? 40_000)
const GOAL = 'at most 50 ms'

/**
 * Thirty concurrent anonymous readers of the longest possible page: how long the server blocks, and how long they
 * wait.
 */
export async function benchPageReaders(): Promise<Result[]> {
  const server = await startMeasuredServer({ TRUST_PROXY: 'true' })
  try {
    const ann = await signUp(server.url)
    const site = await ann.finished(await ann.process({ title: 'Bench', captions: getCall(LINES) }))
    const { share_url } = createLinkReplySchema.parse(
      await (await ann.post(SHARE_PATHS.create, { microsite_id: site.id, expires_in_days: 7 })).json(),
    )
    const { pathname } = new URL(share_url)
    const token = pathname.split('/').at(-1)
    const page = (reader: number) => fetch(server.url + pathname, { headers: from(reader) })
    const content = (reader: number) =>
      fetch(server.url + SHARE_PATHS.getShared, {
        method: 'POST',
        headers: { ...from(reader), 'content-type': 'application/json' },
        body: JSON.stringify({ token }),
      })
    return [
      ...(await readTwice(server, `page of ${LINES} lines`, page)),
      ...(await readTwice(server, `the same as JSON`, content)),
    ]
  } finally {
    await server.stop()
  }
}

/** Before and after the file is written. */
async function readTwice(server: MeasuredServer, what: string, ask: (reader: number) => Promise<Response>) {
  const results: Result[] = []
  for (const when of ['not written yet', 'written']) {
    await server.report()
    const times = await Promise.all(Array.from({ length: READERS }, (_, reader) => getTime(() => ask(reader))))
    const report = await server.report()
    const [bytes] = times.map((time) => time.bytes)
    const longest = Math.max(...times.map(({ ms }) => ms))
    results.push({
      what: `page-readers: ${READERS} readers at once of a ${what} (${Math.round((bytes ?? 0) / 1024)} KB), ${when}: the server stands still for at most`,
      measured: `${sayStill(report)} (last answer after ${longest.toFixed(0)} ms)`,
      goal: GOAL,
    })
  }
  return results
}

async function getTime(ask: () => Promise<Response>): Promise<{ ms: number; bytes: number }> {
  const began = performance.now()
  const reply = await ask()
  const { byteLength } = await reply.arrayBuffer()
  if (reply.status !== 200) throw new Error(`A reader got ${reply.status}.`)
  return { ms: performance.now() - began, bytes: byteLength }
}

const from = (reader: number) => ({ 'x-forwarded-for': `192.0.2.${reader + 1}` })
