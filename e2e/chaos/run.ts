import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { makeMedia, SAMPLE, testPicture, testTone } from '../fixtures/media.ts'
import { findWrongs } from './check.ts'
import { causeFaults } from './faults.ts'
import { linkIn } from '../fixtures/mail-server.ts'
import { createSend, doMainJob, isDone, type Promised } from './main-job.ts'
import { createRandom, type Random } from './random.ts'
import { createWorld, type World } from './world.ts'

/** Result of one run. */
export interface Outcome {
  seed: number
  faults: string[]
  acknowledged: number
  /** Number of redacted calls. */
  redacted: number
  /** Empty: no violations. */
  wrongs: string[]
  seconds: number
}

/** Runs per world: its list is one page, and users have an upload limit. */
const RUNS_PER_WORLD = 5
/** Users who each send a call at the same time. */
const PEOPLE = 5

/**
 * Runs the main job under random faults, once per seed. @param on what fails besides the server. @param onOutcome
 * gets each result as it arrives.
 */
export async function runChaos(
  on: 'disk' | 'services',
  seeds: readonly number[],
  onOutcome: (outcome: Outcome) => void,
): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'chaos-files-'))
  try {
    const video = await makeMedia(
      join(folder, 'call.mp4'),
      ...testPicture(2),
      ...testTone(2),
      '-c:v',
      'libx264',
      '-pix_fmt',
      'yuv420p',
      '-c:a',
      'aac',
      '-movflags',
      '+faststart',
    )
    let world: World | null = null
    let runs = 0
    try {
      for (const seed of seeds) {
        if (runs === RUNS_PER_WORLD) {
          await world?.close()
          world = null
        }
        if (world === null) {
          world = await openWorld(on)
          runs = 0
        }
        runs += 1
        const outcome = await runOnce(world, seed, { captions: SAMPLE.captions, video }).catch(brokenRun(seed))
        onOutcome(outcome)
        // The world itself may be broken: the next run gets a new one.
        if (outcome.wrongs.length > 0) runs = RUNS_PER_WORLD
      }
    } finally {
      await world?.close()
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function openWorld(on: 'disk' | 'services'): Promise<World> {
  const world = await createWorld(on)
  if (!(await world.start())) {
    await world.close()
    throw new Error('the server does not start')
  }
  await signUp(world, PERSON)
  const link = world.services && new URL(linkIn(await world.services.mail.mail(PERSON, 'token_hash')))
  if (link) await confirm(world, link)
  return world
}

const brokenRun =
  (seed: number) =>
  (error: unknown): Outcome => ({
    seed,
    faults: [],
    acknowledged: 0,
    redacted: 0,
    wrongs: [`the run broke: ${String(error)}`],
    seconds: 0,
  })

async function runOnce(world: World, seed: number, files: { captions: string; video: string }): Promise<Outcome> {
  const began = performance.now()
  const random = createRandom(seed)
  // Access tokens expire after fifteen minutes.
  const send = createSend(world.url, await enter(world))
  const { body } = await send('GET', '/api/microsites?limit=100')
  const before = new Set((body as { microsites: { id: string }[] }).microsites.map(({ id }) => id))
  const promised: Promised = {
    made: new Map(),
    deleted: new Set(),
    links: new Map(),
    redacted: new Map(),
    mails: [],
    asked: 0,
  }
  const jobs = Array.from({ length: PEOPLE }, (_, person) =>
    doMainJob(send, files, createRandom(seed * 1000 + person), promised),
  )
  const newcomer = `newcomer-${seed}@example.org`
  const joined = world.services && joinLater(world, newcomer, random)
  const [faults] = await Promise.all([causeFaults(world, random), ...jobs])
  if (await joined) promised.mails.push(newcomer)
  const wrongs = await findWrongs(world, send, promised, before)
  const redacted = [...promised.redacted.values()].filter((said) => said !== null).length
  return {
    seed,
    faults,
    acknowledged: promised.made.size,
    redacted,
    wrongs,
    seconds: (performance.now() - began) / 1000,
  }
}

const PERSON = 'chaos@example.org'
const PASSWORD = 'correct horse'

async function enter({ url }: World): Promise<string> {
  const { body } = await createSend(url, null)('POST', '/auth/v1/token?grant_type=password', {
    json: { email: PERSON, password: PASSWORD },
  })
  return (body as { access_token: string }).access_token
}

const signUp = ({ url }: World, email: string) =>
  createSend(url, null)('POST', '/auth/v1/signup', { json: { email, password: PASSWORD } })

/** A user signs up under faults. @returns whether that was acknowledged: an email must follow. */
async function joinLater(world: World, email: string, random: Random): Promise<boolean> {
  await delay(random.between(0, 2000))
  return isDone(await signUp(world, email))
}

async function confirm({ url }: World, link: URL): Promise<void> {
  const token_hash = /token_hash=([\w-]+)/.exec(link.href)?.[1]
  await createSend(url, null)('POST', '/auth/v1/verify', { json: { type: 'signup', token_hash } })
}
