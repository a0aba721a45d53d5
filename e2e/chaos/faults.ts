import { setTimeout as delay } from 'node:timers/promises'
import type { Fault as AiFault } from '../fakes/openai.ts'
import type { Random } from './random.ts'
import type { World } from './world.ts'

const PAGE = '<!doctype html><title>Sign in to the network</title>'
/** Faulty responses of an AI server to a recap request: empty, truncated, something else, or busy. */
const AI_FAULTS: readonly [AiFault, ...AiFault[]] = [
  { hangUp: true },
  // Endless waits are covered by the fallback's own test (`with-fallback.test.ts`).
  { silent: true, hangUpAfterMs: 4000 },
  { silent: true, headersOnly: true, hangUpAfterMs: 4000 },
  { status: 500 },
  { status: 503 },
  { status: 429, retryAfter: '1' },
  { status: 429, code: 'insufficient_quota' },
  { html: PAGE, as: 'text/html' },
  { html: PAGE, as: 'application/json' },
  { content: '{"title": "Half an ans', finishReason: 'stop' },
  { content: '{"title": "Cut', finishReason: 'length' },
  { flood: 1_000_000 },
  { begins: '{"title": "Broken', hangUpAfterMs: 1000 },
  { failsWithin: 'The model ran out of memory.' },
]

/** How often a server that exits at its start is restarted. */
const STARTS = 5

/** Starts the server like a supervisor: it exits when its bucket refuses it at the start. */
async function startAgain(world: World): Promise<void> {
  for (let starts = 0; starts < STARTS; starts += 1) if (await world.start()) return
}

/** A temporary fault. @returns its description. */
type Fault = (world: World, random: Random) => Promise<string>

const kill: Fault = async (world, random) => {
  await world.kill()
  await delay(random.between(0, 300))
  await startAgain(world)
  return 'kill -9'
}

const ai: Fault = async (world, random) => {
  const faults = Array.from({ length: random.between(1, 6) }, () => random.pick(AI_FAULTS))
  world.ai.failNext(...faults)
  return `AI server: ${faults.length} faults`
}

const full: Fault = async ({ disk }, random) => {
  await disk?.fill(random.pick([0, 0, 4096, 20_000_000]))
  await delay(random.between(200, 1500))
  await disk?.empty()
  return 'disk full'
}

const readOnly: Fault = async (world, random) => {
  world.disk?.breakDown()
  await delay(random.between(100, 800))
  await world.kill()
  world.disk?.repair()
  await startAgain(world)
  return 'disk read-only, mended, server started again'
}

const slow: Fault = async ({ disk }, random) => {
  for (let left = random.between(1, 4); left > 0; left -= 1) {
    await disk?.stall(random.between(100, 2000))
    await delay(random.between(50, 400))
  }
  return 'disk slow'
}

/** Leases, sessions and limits depend on the clock, which an admin or NTP may change. */
const clock: Fault = async (world, random) => {
  const minutes = random.pick([-10, -1, 1, 10])
  world.jumpClock(minutes * 60_000)
  await delay(random.between(100, 1500))
  if (random.percent(50)) await kill(world, random)
  world.jumpClock(0)
  return `clock: ${minutes} min and back`
}

const stop: Fault = async (world) => {
  await world.stop()
  await startAgain(world)
  return 'restart'
}

/** The server crashes and comes back, or hangs for a while. */
const database: Fault = async ({ services }, random) => {
  const [away, back] = random.pick([['stop', 'start'] as const, ['freeze', 'thaw'] as const])
  await services?.database.turn(away)
  await delay(random.between(100, 3000))
  await services?.database.turn(back)
  return `database: ${away}`
}

const BUCKET_FAULTS: readonly [number, ...number[]] = [0, 500, 503, 403]

const bucket: Fault = async ({ services }, random) => {
  const faults = Array.from({ length: random.between(1, 8) }, () => random.pick(BUCKET_FAULTS))
  for (const status of faults) services?.bucket.failNext(status)
  const silentMs = random.pick([0, 0, 500, 3000])
  services?.bucket.keepSilent(delay(silentMs))
  await delay(random.between(100, 1500))
  return `bucket: ${faults.length} faults and ${silentMs} ms of silence`
}

const mail: Fault = async ({ services }, random) => {
  const how = random.pick(['away', 'refusing'] as const)
  services?.mail.behave(how)
  await delay(random.between(200, 3000))
  services?.mail.behave('well')
  return `mail server: ${how}`
}

/** Injects faults one after another at random times. @returns their descriptions. */
export async function causeFaults(world: World, random: Random): Promise<string[]> {
  const ofDisk = world.disk === null ? [] : [full, full, readOnly, slow]
  const ofServices = world.services === null ? [] : [database, database, bucket, bucket, mail, mail]
  const happened: string[] = []
  if (random.percent(60)) happened.push(await ai(world, random))
  for (let left = random.between(1, 3); left > 0; left -= 1) {
    await delay(random.between(0, 1200))
    happened.push(await random.pick<Fault>([kill, kill, stop, clock, ...ofDisk, ...ofServices])(world, random))
  }
  world.services?.bucket.recover()
  return happened
}
