import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Microsite } from '@callfolio/shared/contract/microsite.ts'
import { listen } from '../fakes/listen.ts'
import { signUp, type ApiClient } from '../fixtures/client.ts'
import { HANGS_MS, startServer, waitFor, type RunningServer } from '../fixtures/server.ts'
import { makeHostileFiles, type HostileFile } from './generate.ts'
import type { Kind } from './recipe.ts'
import { remove, send, wrongPlaying } from './send.ts'
import { wrongSentence } from './sentences.ts'
import { storedFiles, watch, type Used } from './watch.ts'

/** The outcome of one file. */
export interface Outcome extends Used {
  kind: Kind
  name: string
  end: 'active' | 'failed' | 'refused' | 'none'
  /** The user's error message when it did not become a page. */
  sentence: string | null
  seconds: number
  /** Failed checks; empty: none. */
  wrongs: string[]
}

type Ended = Pick<Outcome, 'end' | 'sentence' | 'wrongs'>

interface RunOptions {
  count: number
  seed: number
  /** Leaves out files that contain more hours than this. */
  mostHours?: number
  /** Every nth file is transcribed by a new server's default engine; 0: none. */
  transcribedEvery?: number
}

const SETTINGS = { DEFAULT_PLAN: 'team', ANALYST: 'extractive', LOG_LEVEL: 'error' }
/** Users have an hourly call limit, and access tokens expire after fifteen minutes. */
const FILES_PER_PERSON = 5
/** Per hour of real content, ms: audio-only work runs about a hundred times faster than real time. */
const MS_PER_HOUR = 60_000
/** Of all processes of a server together, MiB. */
const MOST_MEMORY_MIB = 2048
/** A page's recording may be larger than its source, within this bound. MiB */
const MOST_MEMORY_INCREASE_MIB = 4096
/** How long removals that follow a response may take. */
const REMOVED_MS = 20_000

interface World {
  server: RunningServer
  person: ApiClient
  files: number
}

/** This machine's data that must not be in any page or file. */
interface Secrets {
  texts: readonly string[]
  /** Requests to an address that only hostile files name. */
  asked: string[]
}

/**
 * Uploads hostile files to the built product, one after another, and checks each: its outcome and duration, its
 * sentence, memory and disk use, leftovers, and that it contains no data of this machine.
 * @param onOutcome gets each result as it arrives.
 */
export async function runHostileMedia(
  { count, seed, mostHours, transcribedEvery = 0 }: RunOptions,
  onOutcome: (outcome: Outcome) => void,
): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'hostile-'))
  const asked: string[] = []
  const bait = await listen(
    createServer((request, response) => {
      asked.push(request.url ?? '')
      response.end('#EXTM3U\n')
    }),
  )
  const plain = await openWorld({ TRANSCRIBER: 'none' })
  const transcribing = transcribedEvery > 0 ? await openWorld({}) : null
  try {
    const secret = join(folder, 'secret.txt')
    const marker = `marker-${seed}-of-a-private-file`
    await writeFile(secret, `${marker}\n`)
    const passwd = (await readFile('/etc/passwd', 'utf8')).split('\n', 1)
    const secrets = { texts: [marker, ...passwd], asked }
    const files = [secret, '/etc/passwd', join(plain.server.dataDir, 'callfolio.db')] as const
    const targets = { files, address: bait.url }
    let index = 0
    for await (const file of makeHostileFiles(join(folder, 'files'), {
      count,
      seed,
      targets,
      ...(mostHours !== undefined && { mostHours }),
    })) {
      index += 1
      const isTranscribed = transcribing !== null && index % transcribedEvery === 0 && (file.hours ?? 0) < 1
      onOutcome(await tryFile(isTranscribed ? transcribing : plain, file, secrets))
    }
  } finally {
    await bait.close()
    await plain.server.stop()
    await transcribing?.server.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

async function openWorld(settings: Record<string, string>): Promise<World> {
  const server = await startServer({ ...SETTINGS, ...settings })
  return { server, person: await signUp(server.url), files: 0 }
}

async function tryFile(world: World, file: HostileFile, secrets: Secrets): Promise<Outcome> {
  const { server } = world
  world.files += 1
  if (world.files % FILES_PER_PERSON === 0) world.person = await signUp(server.url)
  const before = await storedFiles(server.dataDir)
  const endWatch = watch(server)
  const began = performance.now()
  const came: Ended = await follow(world, file, secrets).catch((error: unknown) => ({
    end: 'none' as const,
    sentence: null,
    wrongs: [`the run broke: ${error instanceof Error ? error.message : String(error)}`],
  }))
  const seconds = (performance.now() - began) / 1000
  const used = await endWatch()
  const wrongs = [...came.wrongs, ...used.unready, ...(await leftovers(server, before))]
  if (used.peakMib > MOST_MEMORY_MIB) wrongs.push(`the server and its programs took ${Math.round(used.peakMib)} MiB`)
  if (used.grownMib > MOST_MEMORY_INCREASE_MIB) wrongs.push(`the data folder grew by ${Math.round(used.grownMib)} MiB`)
  for (const address of secrets.asked.splice(0)) wrongs.push(`the server asked the network for ${address}`)
  const ready = await fetch(`${server.url}/readyz`)
  if (ready.status !== 200) wrongs.push(`/readyz answers ${ready.status} after it`)
  return { kind: file.kind, name: file.name, seconds, ...came, ...used, wrongs }
}

/** From the first byte to the deleted microsite. */
async function follow({ server, person }: World, file: HostileFile, secrets: Secrets): Promise<Ended> {
  const sent = await send(person, file)
  if (typeof sent !== 'string') {
    const { status, code, sentence } = sent
    const wrong = wrongSentence(code, sentence)
    const wrongs = [
      ...(wrong === null ? [] : [wrong]),
      ...(status < 500 ? [] : [`refused with ${status}: ${server.log().slice(-500)}`]),
    ]
    return { end: 'refused', sentence, wrongs }
  }
  const end = await judgeEnd(server, person, sent, file, secrets).catch(async (error: unknown) => {
    await remove(server.url, person, sent)
    throw error
  })
  const status = await remove(server.url, person, sent)
  if (status >= 300) end.wrongs.push(`deleting its microsite answered ${status}`)
  return end
}

async function judgeEnd(
  server: RunningServer,
  person: ApiClient,
  id: string,
  file: HostileFile,
  secrets: Secrets,
): Promise<Ended> {
  const hasEnded = async () => ['active', 'failed'].includes((await person.microsite(id)).status)
  await waitFor(hasEnded, 'its microsite to end', { limitMs: HANGS_MS + (file.hours ?? 0) * MS_PER_HOUR })
  return judge(server, person, await person.microsite(id), file, secrets)
}

async function judge(
  { url, dataDir }: RunningServer,
  person: ApiClient,
  site: Microsite,
  { noRecording, captions }: HostileFile,
  { texts }: Secrets,
): Promise<Ended> {
  const isActive = site.status === 'active'
  const sentence = isActive ? null : (site.error_message ?? '')
  const found = [
    isActive ? await wrongPlaying(url, person, site) : wrongSentence(site.failure?.code ?? '', sentence ?? ''),
    isActive && noRecording && !captions ? 'what is no recording became a page' : null,
    ...secretsIn(JSON.stringify(site), texts, 'its page'),
  ]
  for (const name of (await storedFiles(dataDir)).keys())
    if (name.includes(site.id)) found.push(...secretsIn(await readFile(join(dataDir, name), 'latin1'), texts, name))
  const wrongs = found.filter((wrong) => wrong !== null)
  return { end: isActive ? 'active' : 'failed', sentence, wrongs }
}

function secretsIn(text: string, secrets: readonly string[], where: string): string[] {
  return secrets.filter((secret) => text.includes(secret)).map((secret) => `${where} has “${secret}”`)
}

/** Files of a deleted or refused file in the data folder. */
async function leftovers({ dataDir }: RunningServer, before: ReadonlyMap<string, number>): Promise<string[]> {
  const left = async () => [...(await storedFiles(dataDir)).keys()].filter((name) => !before.has(name))
  await waitFor(async () => (await left()).length === 0, 'the data folder to be as it was', {
    limitMs: REMOVED_MS,
  }).catch(() => {})
  return (await left()).map((name) => `${name} belongs to nothing`)
}
