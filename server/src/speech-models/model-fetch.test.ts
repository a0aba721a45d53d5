import { randomBytes } from 'node:crypto'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { systemClock } from '../kernel/clock.ts'
import { createLogger } from '../kernel/logger.ts'
import { installModel } from './install-model.testing.ts'
import type { Model } from './manifest.ts'
import { startMirror, type Mirror } from './mirror.testing.ts'
import { createModelFetch, type FetchState, type ModelFetch } from './model-fetch.ts'

const GIB = 1024 ** 3
const ENCODER = randomBytes(2_000_000)
const FILES: Record<string, Buffer> = {
  '/voices/vad.onnx': randomBytes(5000),
  '/words/encoder.onnx': ENCODER,
  '/words/tokens.txt': Buffer.from('a b c'),
}
/** Of every request by this process. */
const origins: string[] = []
const onRequest = (message: unknown) => void origins.push((message as { request: { origin: string } }).request.origin)

let root: string
let mirror: Mirror
let models: Model[]
let folder: string
let lines: string[]
let used: ModelFetch[]
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'model-fetch-'))
  subscribe('undici:request:create', onRequest)
})
afterAll(async () => {
  unsubscribe('undici:request:create', onRequest)
  await rm(root, { recursive: true })
})
beforeEach(async () => {
  mirror = await startMirror(FILES)
  folder = await mkdtemp(join(root, 'data-'))
  const made = await mkdtemp(join(root, 'made-'))
  models = [
    await installModel(made, { id: 'voices', kind: 'voice-activity' }, { 'vad.onnx': getContent('/voices/vad.onnx') }),
    await installModel(
      made,
      { id: 'words', kind: 'whisper', languages: ['en'] },
      { 'encoder.onnx': ENCODER, 'tokens.txt': getContent('/words/tokens.txt') },
    ),
  ].map((model) => ({ ...model, home: `${mirror.url}/${model.id}/` }))
  lines = []
  used = []
  origins.length = 0
  return async () => {
    for (const each of used) await each.stop()
    await mirror.close()
  }
})

const getContent = (path: string) => FILES[path] ?? Buffer.alloc(0)
const modelsFolder = () => join(folder, 'models')

/** Set up like a server process, on the same folders each time. */
function open(options: Partial<Parameters<typeof createModelFetch>[0]> = {}): ModelFetch {
  const made = createModelFetch({
    folder: modelsFolder(),
    from: null,
    egress: null,
    mode: 'offer',
    used: true,
    here: true,
    models,
    preferred: 'auto',
    stateFile: join(folder, 'model-fetch.json'),
    clock: systemClock,
    log: createLogger('info', { write: (line: string) => void lines.push(line) }),
    machine: () => ({ memoryBytes: 8 * GIB, freeBytes: 8 * GIB, cores: 2 }),
    retryMs: 1,
    ...options,
  })
  used.push(made)
  return made
}

async function reached(fetch: ModelFetch, wanted: FetchState) {
  for (;;) {
    const status = await fetch.status()
    if (status.state === wanted) return status
    await delay(5)
  }
}

const warnings = () => lines.filter((line) => line.includes('"level":"warn"'))
const isHere = () => readFile(join(modelsFolder(), 'words/encoder.onnx')).then((bytes) => bytes.equals(ENCODER))

/** Waits until half of the first file is on disk and the download stalls. */
async function stalled(fetch: ModelFetch) {
  while ((await fetch.status()).doneBytes < ENCODER.length / 2) await delay(5)
}

test('fetches a requested model in the background, from its publisher only', async () => {
  const fetch = open()
  let ends = 0
  fetch.onEnd(async () => void (ends += 1))
  await fetch.start()
  expect(await fetch.status()).toMatchObject({ state: 'idle', installed: null, best: { id: 'words' } })
  await Promise.all([fetch.fetch(), fetch.fetch()])
  expect(await fetch.underWay()).toBe(true)
  const status = await reached(fetch, 'idle')
  expect(status).toMatchObject({ installed: 'words', doneBytes: status.totalBytes, problem: null })
  expect([await isHere(), ends, existsSync(join(folder, 'model-fetch.json'))]).toEqual([true, 1, false])
  expect(mirror.asked.map(({ path }) => path)).toEqual(Object.keys(FILES))
  expect(new Set(origins)).toEqual(new Set([mirror.url]))
})

test.each([
  ['auto', true],
  ['offer', false],
  ['manual', false],
] as const)('makes requests at a start without a model with MODELS=%s: %s', async (mode, asks) => {
  const fetch = open({ mode })
  await fetch.start()
  if (asks) await reached(fetch, 'idle')
  expect([origins.length > 0, mirror.asked.length > 0]).toEqual([asks, asks])
  // Installed files are not fetched again.
  origins.length = 0
  if (asks) await open({ mode }).start()
  expect(origins).toEqual([])
})

test('fetches no model when the settings use none on this machine', async () => {
  const fetch = open({ mode: 'auto', used: false })
  await fetch.start()
  await expect(fetch.fetch()).rejects.toThrow('This server’s settings don’t use a speech model.')
  expect(origins).toEqual([])
})

test('offers no model in a process that transcribes nothing, and names the process that does', async () => {
  const fetching = open({ here: false })
  expect(await fetching.status()).toMatchObject({
    state: 'idle',
    best: null,
    problem: expect.stringMatching(/^No worker/),
  })
  for (const action of ['fetch', 'pause'] as const) await expect(fetching[action]()).rejects.toThrow('No worker')
  expect(await fetching.disk(), 'its own disk is not where models lie').toBeNull()
  expect([origins, existsSync(modelsFolder())]).toEqual([[], false])
})

test('resumes an unfinished fetch at the next start, and fetches no byte twice', async () => {
  mirror.faults.push('no-ranges', 'stall')
  const first = open()
  await first.fetch()
  await stalled(first)
  await first.stop()
  const next = open()
  await next.start()
  expect((await next.status()).doneBytes).toBeGreaterThanOrEqual(ENCODER.length / 2)
  await reached(next, 'idle')
  expect(await isHere()).toBe(true)
  expect(mirror.asked.map(({ path, range }) => `${path} ${range}`)).toEqual([
    '/voices/vad.onnx undefined',
    '/words/encoder.onnx undefined',
    `/words/encoder.onnx bytes=${ENCODER.length / 2}-`,
    '/words/tokens.txt undefined',
  ])
})

test('keeps a paused fetch paused over a restart, reports its progress, and resumes on request', async () => {
  mirror.faults.push('no-ranges', 'stall')
  const first = open()
  await first.fetch()
  await stalled(first)
  await first.pause()
  expect([(await first.status()).state, await first.underWay()]).toEqual(['paused', false])
  await first.stop()
  const next = open({ mode: 'auto' })
  await next.start()
  const { state, doneBytes } = await next.status()
  expect([state, doneBytes >= ENCODER.length / 2]).toEqual(['paused', true])
  const asked = mirror.asked.length
  await next.fetch()
  await reached(next, 'idle')
  expect([mirror.asked.length - asked, await isHere()]).toEqual([2, true])
})

test('logs one line without a network, and resumes once it is back', async () => {
  const waits: ((value: unknown) => void)[] = []
  const lengths: number[] = []
  const wait = (ms: number, signal: AbortSignal) => {
    lengths.push(ms)
    return new Promise((resolve) => {
      waits.push(resolve)
      signal.addEventListener('abort', () => resolve(null))
    })
  }
  const closed = await startMirror({})
  await closed.close()
  const away = models.map((model) => ({ ...model, home: `${closed.url}/` }))
  const fetch = open({ models: away, wait })
  await fetch.fetch()
  for (let attempt = 1; attempt < 3; attempt += 1) {
    await reached(fetch, 'waiting')
    expect(await fetch.underWay()).toBe(false)
    waits.shift()?.(null)
    while (lengths.length <= attempt) await delay(5)
  }
  expect(warnings()).toHaveLength(1)
  expect(warnings()[0]).toMatch(/the speech model wasn’t downloaded: Couldn’t download vad\.onnx: Can’t reach \S+\./)
  expect(lengths.slice(0, 2)).toEqual([60_000, 120_000])
})

test("fails with a sentence when the file isn't the expected one, and restarts on request", async () => {
  const [voices, words] = models
  const wrong = words && { ...words, files: words.files.map((file) => ({ ...file, sha256: '0'.repeat(64) })) }
  const fetch = open({ models: [voices, wrong].filter((model) => model !== undefined) })
  await fetch.fetch()
  expect((await reached(fetch, 'failed')).problem).toContain('has the wrong SHA-256')
  expect(await fetch.underWay()).toBe(false)
  await fetch.fetch()
  expect((await reached(fetch, 'failed')).installed).toBeNull()
})

test('leaves disk space for recordings', async () => {
  const fetch = open({ getFreeBytes: async () => 1_001_000_000 })
  await expect(fetch.fetch()).rejects.toThrow('The disk has too little space for a speech model.')
  let free = 2_000_000_000
  const filling = open({ getFreeBytes: async () => free })
  mirror.faults.push('stall')
  await filling.fetch()
  while (mirror.asked.length === 0) await delay(5)
  await filling.pause()
  free = 1_000_500_000
  const next = open({ getFreeBytes: async () => free })
  await next.start()
  expect((await next.status()).best).toBeNull()
  await writeFile(join(folder, 'model-fetch.json'), JSON.stringify({ models: ['voices', 'words'], paused: false }))
  const started = open({ getFreeBytes: async () => free })
  await started.start()
  expect((await reached(started, 'failed')).problem).toMatch(
    /^encoder\.onnx needs 2 MB plus 1000 MB for recordings, but only 1001 MB is free\.$/,
  )
})

test("estimates the time left from this run's speed", async () => {
  let now = 0
  mirror.faults.push('no-ranges', 'stall')
  const fetch = open({ clock: () => new Date(now) })
  await fetch.fetch()
  expect((await fetch.status()).secondsLeft).toBeNull()
  await stalled(fetch)
  now = 10_000
  const { doneBytes, totalBytes, secondsLeft } = await fetch.status()
  expect(secondsLeft).toBe(Math.ceil(((totalBytes - doneBytes) * 10) / doneBytes))
})
