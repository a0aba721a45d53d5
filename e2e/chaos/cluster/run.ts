import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { makeMedia, testPicture, testTone } from '../../fixtures/media.ts'
import { createSend } from '../main-job.ts'
import { createRandom, type Random } from '../random.ts'
import { startCluster, type Cluster } from './cluster.ts'
import { findWrongs, giveRecording, sendToAny } from './recordings.ts'

/** Between two kills, ms. */
const PAUSE = { least: 1500, most: 6000 } as const
/** How many recordings are sent concurrently. */
const SENDERS = 4
const ACCOUNT = { email: 'cluster@example.org', password: 'correct horse' }

/** Result of a run. */
export interface ClusterOutcome {
  recordings: number
  /** Kills by process name. */
  kills: Record<string, number>
  retried: number
  /** Empty: no violations. */
  wrongs: string[]
  seconds: number
}

/** Sends recordings to a cluster whose processes are killed with -9 at random. @param killsMs minimum duration. */
export async function runCluster(options: {
  recordings: number
  killsMs: number
  seed: number
}): Promise<ClusterOutcome> {
  const began = performance.now()
  const folder = await mkdtemp(join(tmpdir(), 'cluster-files-'))
  const cluster = await startCluster()
  try {
    const file = await readFile(await makeRecording(folder))
    const random = createRandom(options.seed)
    const send = sendToAny(cluster.webs, await enter(cluster, 'signup'), random)
    let left = options.recordings
    /** Recordings are sent as long as processes are killed, so that kills hit uploads and jobs. */
    const pauseMs = (options.killsMs * SENDERS) / options.recordings
    const given = Array.from({ length: SENDERS }, async () => {
      const own = []
      while ((left -= 1) >= 0) {
        await delay(random.between(0, pauseMs))
        own.push(await giveRecording(cluster, send, file, random))
      }
      return own
    })
    const [kills, ...sent] = await Promise.all([killByChance(cluster, random, options.killsMs), ...given])
    // Access tokens expire after fifteen minutes.
    const again = sendToAny(cluster.webs, await enter(cluster, 'token?grant_type=password'), random)
    const { wrongs, retried } = await findWrongs(cluster, again, sent.flat())
    return { recordings: sent.flat().length, kills, retried, wrongs, seconds: (performance.now() - began) / 1000 }
  } finally {
    await cluster.close()
    await rm(folder, { recursive: true, force: true })
  }
}

/** @returns a file of some seconds with video and audio. */
export function makeRecording(folder: string): Promise<string> {
  const codecs = ['-c:v', 'libx264', '-pix_fmt', 'yuv420p', '-c:a', 'aac', '-movflags', '+faststart']
  return makeMedia(join(folder, 'call.mp4'), ...testPicture(3), ...testTone(3), ...codecs)
}

/** Signs the run's account up or in. @returns its access token. */
export async function enter(
  { webs: [web] }: Pick<Cluster, 'webs'>,
  how: 'signup' | 'token?grant_type=password',
  account: { email: string; password: string } = ACCOUNT,
): Promise<string> {
  const { status, body } = await createSend(web.url, null)('POST', `/auth/v1/${how}`, { json: account })
  if (status !== 200) throw new Error(`${how} was answered ${status}: ${JSON.stringify(body)}`)
  return (body as { access_token: string }).access_token
}

/** Kills one process after another and restarts it, like a supervisor. */
async function killByChance({ members }: Cluster, random: Random, forMs: number): Promise<Record<string, number>> {
  const kills: Record<string, number> = {}
  const starts = new Map<string, Promise<void>>()
  const until = performance.now() + forMs
  while (performance.now() < until) {
    await delay(random.between(PAUSE.least, PAUSE.most))
    const [first, ...others] = members.filter((member) => member.isUp())
    if (first === undefined) continue
    const member = random.pick([first, ...others])
    kills[member.name] = (kills[member.name] ?? 0) + 1
    await member.kill()
    starts.set(member.name, member.start())
  }
  await Promise.all(starts.values())
  return kills
}
