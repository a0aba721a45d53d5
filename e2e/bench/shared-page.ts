import { randomInt } from 'node:crypto'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { Agent, get } from 'node:http'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'
import { createLinkReplySchema, SHARE_PATHS } from '@callfolio/shared/contract/share.ts'
import { signUp } from '../fixtures/client.ts'
import { SAMPLE } from '../fixtures/media.ts'
import { startServer } from '../fixtures/server.ts'
import { percentile } from './median.ts'
import type { Result } from './result.ts'
import { getCall } from './transcript.ts'

const WEB_BUILD = fileURLToPath(new URL('../../web/dist', import.meta.url))
const ROUNDS = 400
/** The first rounds warm up caches and the JIT on both sides. */
const WARM_UP = 40
/** Magic bytes of a gzip file (RFC 1952). */
const GZIP = Buffer.from([0x1f, 0x8b])

/**
 * The server's time for a shared page compared with a static file of the same size, alternating over one connection.
 */
export async function benchSharedPage(): Promise<Result[]> {
  // Behind a proxy that reports many clients: a single one would hit the rate limit.
  const server = await startServer({ TRUST_PROXY: 'true' })
  const ann = await signUp(server.url)
  const results: Result[] = []
  for (const [name, captions] of [
    ['sample call', await readFile(SAMPLE.captions, 'utf8')],
    ['3-hour call of 2,700 lines', getCall(2700)],
  ] as const) {
    const site = await ann.finished(await ann.process({ title: 'Bench', captions }))
    const { share_url } = createLinkReplySchema.parse(
      await (await ann.post(SHARE_PATHS.create, { microsite_id: site.id, expires_in_days: 7 })).json(),
    )
    results.push(await compare(name, server.url, new URL(share_url).pathname))
  }
  await server.stop()
  return results
}

async function compare(name: string, url: string, page: string): Promise<Result> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const file = `/bench-${process.pid}.html`
  const { body } = await ask(agent, url + page)
  const html = body.subarray(0, 2).equals(GZIP) ? gunzipSync(body) : body
  await writeFile(join(WEB_BUILD, file), html)
  const times: Record<'page' | 'file', number[]> = { page: [], file: [] }
  for (let round = 0; round < WARM_UP + ROUNDS; round++) {
    for (const [what, path] of [
      ['page', page],
      ['file', file],
    ] as const) {
      const { ms } = await ask(agent, url + path)
      if (round >= WARM_UP) times[what].push(ms)
    }
  }
  await rm(join(WEB_BUILD, file))
  agent.destroy()
  const [ofPage, ofFile] = [percentile(times.page, 95), percentile(times.file, 95)]
  return {
    what: `Shared page of the ${name} (${Math.round(html.length / 1024)} KB of HTML), 95th percentile, against a static file of that size`,
    measured: `${(ofPage / ofFile).toFixed(1)} × (${ofPage.toFixed(1)} ms against ${ofFile.toFixed(1)} ms)`,
    goal: 'at most 1.6 ×',
  }
}

function ask(agent: Agent, url: string): Promise<{ ms: number; body: Buffer }> {
  const started = performance.now()
  return new Promise((resolve, reject) => {
    get(
      url,
      { agent, headers: { 'accept-encoding': 'gzip', 'x-forwarded-for': `10.0.${randomInt(256)}.${randomInt(256)}` } },
      (reply) => {
        const parts: Buffer[] = []
        reply.on('data', (part: Buffer) => parts.push(part))
        reply.on('error', reject)
        reply.on('end', () => {
          if (reply.statusCode === 200) resolve({ ms: performance.now() - started, body: Buffer.concat(parts) })
          else reject(new Error(`${url} answered ${reply.statusCode}`))
        })
      },
    ).on('error', reject)
  })
}
