import { spawn } from 'node:child_process'
import { Agent } from 'node:http'
import { constants, setPriority } from 'node:os'
import { MICROSITE_PATHS } from '@callfolio/shared/contract/microsite.ts'
import { createLinkReplySchema, SHARE_PATHS } from '@callfolio/shared/contract/share.ts'
import { signUp, type ApiClient } from '../fixtures/client.ts'
import { startServer } from '../fixtures/server.ts'
import type { Result } from './result.ts'
import { percentile } from './median.ts'
import { endOf } from './sales-team.ts'
import { timedGet } from './timed-get.ts'
import { callOf } from './transcript.ts'

/** An hour of talk, eight hours of it, and as many requests as a percentile needs. */
const HOUR = 900
const EIGHT_HOURS = Number(process.env['BESIDE_LINES'] ?? 7200)
const ROUNDS = Number(process.env['BESIDE_ROUNDS'] ?? 400)
const WARM_UP = 40
/** How often idle and busy take turns. */
const TURNS = 4

type Times = Record<'API' | 'shared page', number[]>

/**
 * Answers while a job runs against those of the same server when it has none: the 95th percentile of each. In between,
 * the idle server is asked beside a process of the same priority that only computes: what its share of the cores costs is
 * the machine's doing, not the server's.
 */
export async function benchBesideAJob(): Promise<Result[]> {
  // Behind a proxy that names many clients: a single one may not ask so often.
  const server = await startServer({ TRUST_PROXY: 'true' })
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  try {
    const [ann, ben] = [await signUp(server.url), await signUp(server.url)]
    const site = await ann.finished(await ann.process({ title: 'Bench', captions: callOf(HOUR) }))
    const { share_url } = createLinkReplySchema.parse(
      await (await ann.post(SHARE_PATHS.create, { microsite_id: site.id, expires_in_days: 7 })).json(),
    )
    const page = server.url + new URL(share_url).pathname
    const ask = async (times: Times) => {
      times.API.push(await timeOf(agent, server.url + MICROSITE_PATHS.list, ann.token))
      times['shared page'].push(await timeOf(agent, page))
    }
    const times = { idle: empty(), computing: empty(), busy: empty() }
    for (let round = 0; round < WARM_UP; round++) await ask(empty())
    // In turn, because what else the machine does changes within minutes.
    while (times.busy.API.length < ROUNDS) {
      for (let round = 0; round < ROUNDS / TURNS; round++) await ask(times.idle)
      await besideComputing(async () => {
        for (let round = 0; round < ROUNDS / TURNS; round++) await ask(times.computing)
      })
      await askWhileWorking(ben, () => ask(times.busy))
    }
    return (['API', 'shared page'] as const).map((what) => {
      const [idle, computing, busy] = [times.idle, times.computing, times.busy].map((of) =>
        percentile(of[what], 95),
      ) as [number, number, number]
      return {
        what: `beside-a-job: ${what} while captions of ${EIGHT_HOURS} lines are worked on, 95th percentile of ${times.busy[what].length}, against the idle server`,
        measured: `${(busy / idle).toFixed(2)} × (${busy.toFixed(1)} ms against ${idle.toFixed(1)} ms; longest ${Math.max(...times.busy[what]).toFixed(0)} ms; beside a process that only computes ${(computing / idle).toFixed(2)} ×)`,
        goal: 'at most 1.5 ×',
      }
    })
  } finally {
    agent.destroy()
    await server.stop()
  }
}

/** Runs beside one process that keeps a core busy, at the priority of the server's workers. */
async function besideComputing(run: () => Promise<void>): Promise<void> {
  const computing = spawn(process.execPath, ['-e', 'for (;;) {}'], { stdio: 'ignore' })
  if (computing.pid !== undefined) setPriority(computing.pid, constants.priority.PRIORITY_BELOW_NORMAL)
  await run().finally(() => computing.kill('SIGKILL'))
}

async function askWhileWorking(person: ApiClient, ask: () => Promise<void>): Promise<void> {
  const id = await person.process({ title: 'Job', captions: callOf(EIGHT_HOURS) })
  const job = { working: true }
  const end = endOf(person, id).finally(() => (job.working = false))
  while (job.working) await ask()
  const status = await end
  if (status !== 'active') throw new Error(`The call became ${status}.`)
}

/** Each time as another client. */
function timeOf(agent: Agent, url: string, token?: string): Promise<number> {
  const started = performance.now()
  const headers = {
    'x-forwarded-for': `10.0.${Math.trunc(started) % 250}.${Math.trunc(started * 7) % 250}`,
    ...(token && { authorization: `Bearer ${token}` }),
  }
  return timedGet(url, { agent, headers })
}

function empty(): Times {
  return { 'API': [], 'shared page': [] }
}
