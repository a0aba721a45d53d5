import { readFile, rm, writeFile } from 'node:fs/promises'
import { Agent, get } from 'node:http'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createLinkReplySchema, SHARE_PATHS } from '@callfolio/shared/contract/share.ts'
import { signUp } from '../fixtures/client.ts'
import { SAMPLE } from '../fixtures/media.ts'
import { startServer } from '../fixtures/server.ts'
import type { Result } from './main.ts'

const WEB_BUILD = fileURLToPath(new URL('../../web/dist', import.meta.url))
const ROUNDS = 400
/** The first rounds fill caches and wake the compiler on both sides. */
const WARM_UP = 40

/** The server's time for a shared page against a static file of the same size, asked in turns over one connection. */
export async function benchSharedPage(): Promise<Result[]> {
  const server = await startServer()
  const ann = await signUp(server.url)
  const results: Result[] = []
  for (const [name, captions] of [['sample call', await readFile(SAMPLE.captions, 'utf8')], ['3-hour call of 2,700 lines', longCall()]] as const) {
    const site = await ann.finished(await ann.process({ title: 'Bench', captions }))
    const { share_url } = createLinkReplySchema.parse(await (await ann.post(SHARE_PATHS.create, { microsite_id: site.id, expires_in_days: 7 })).json())
    results.push(await compare(name, server.url, new URL(share_url).pathname))
  }
  await server.stop()
  return results
}

async function compare(name: string, url: string, page: string): Promise<Result> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const file = `/bench-${process.pid}.html`
  const { body } = await ask(agent, url + page)
  await writeFile(join(WEB_BUILD, file), body)
  const times: Record<'page' | 'file', number[]> = { page: [], file: [] }
  for (let round = 0; round < WARM_UP + ROUNDS; round++) {
    for (const [what, path] of [['page', page], ['file', file]] as const) {
      const { ms } = await ask(agent, url + path)
      if (round >= WARM_UP) times[what].push(ms)
    }
  }
  await rm(join(WEB_BUILD, file))
  agent.destroy()
  const [ofPage, ofFile] = [p95(times.page), p95(times.file)]
  return {
    what: `Shared page of the ${name} (${Math.round(body.length / 1024)} KB of HTML), 95th percentile, against a static file of that size`,
    measured: `${(ofPage / ofFile).toFixed(1)} × (${ofPage.toFixed(1)} ms against ${ofFile.toFixed(1)} ms)`,
    goal: 'at most 3 ×',
  }
}

function ask(agent: Agent, url: string): Promise<{ ms: number; body: Buffer }> {
  const started = performance.now()
  return new Promise((resolve, reject) => {
    get(url, { agent }, (reply) => {
      const parts: Buffer[] = []
      reply.on('data', (part: Buffer) => parts.push(part))
      reply.on('error', reject)
      reply.on('end', () => {
        if (reply.statusCode === 200) resolve({ ms: performance.now() - started, body: Buffer.concat(parts) })
        else reject(new Error(`${url} answered ${reply.statusCode}`))
      })
    }).on('error', reject)
  })
}

function p95(times: number[]): number {
  return times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.95)] ?? Number.NaN
}

function longCall(): string {
  const stamp = (seconds: number) => new Date(seconds * 1000).toISOString().slice(11, 23)
  const cues = Array.from({ length: 2700 }, (_, index) => `${stamp(index * 4)} --> ${stamp(index * 4 + 3.5)}\n<v Speaker ${index % 3}>Line ${index} of the call is about point ${index % 17}, and I will send number ${index} on Friday.`)
  return `WEBVTT\n\n${cues.join('\n\n')}\n`
}
