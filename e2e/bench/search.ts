import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { Agent } from 'node:http'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import { MICROSITE_PATHS, micrositeListSchema } from '@callfolio/shared/contract/microsite.ts'
import { createRandom } from '../chaos/random.ts'
import { signUp, type ApiClient } from '../fixtures/client.ts'
import { startServer, waitFor, type RunningServer } from '../fixtures/server.ts'
import type { Result } from './result.ts'
import { percentile } from './median.ts'
import { timedGet } from './timed-get.ts'

/** One user's hour-long calls; SEARCH_CALLS=10000 takes ten minutes and 4 GB. */
const CALLS = Number(process.env['SEARCH_CALLS'] ?? 1000)
/** The product indexes this many; rows of the others are inserted in its format, which is faster. */
const LEFT_TO_PRODUCT = 200
const CHUNK_LINES = 80
const LINES = 900
const WORDS_A_LINE = 10
const ROUNDS = 15
/** Calls of a second user, who has few. */
const FEW = 20

/** Ranks of words in the vocabulary: the most common are in every call, the rarest in few. */
const QUERIES: Record<string, (word: (rank: number) => string) => string> = {
  'a rare word': (word) => word(7990),
  'a word of every call': (word) => word(0),
  'two words of every call': (word) => `${word(1)} ${word(2)}`,
  'a common and a rare word': (word) => `${word(0)} ${word(6000)}`,
  'one letter': (word) => word(0).slice(0, 1),
  'three letters': (word) => word(3).slice(0, 3),
  'six letters': (word) => word(40).slice(0, 6),
  'no match': () => 'xylophonists',
}

/** Search through thousands of hour-long calls. */
export async function benchSearch(): Promise<Result[]> {
  const server = await startServer()
  const [ann, few] = [await signUp(server.url), await signUp(server.url)]
  await server.kill()
  const vocabulary = makeVocabulary()
  const file = join(server.dataDir, 'callfolio.db')
  fill(file, [ann.userId, few.userId], vocabulary)
  // Flushes pending writes, which aren't the server's cost.
  await promisify(execFile)('sync')
  await server.start()
  const indexing = await whileWatched(server, () => indexed(file))
  const idle = await whileWatched(server, () => delay(3000))
  const results = [
    {
      what: `${LEFT_TO_PRODUCT + FEW} hour-long calls of an older version put into the search index in the background: longest wait of another request meanwhile (idle ${ms(idle.longest)})`,
      measured: `${ms(indexing.longest)}; ${Math.round(indexing.took / 1000)} s in all`,
      goal: 'at most 50 ms',
    },
    ...(await measureQueries(server, ann, vocabulary)),
  ]
  const own = await times(few, vocabulary[0] ?? '')
  results.push({
    what: `The search of a person with ${FEW} calls beside them, 50th and 95th percentile`,
    measured: percentiles(own),
    goal: '–',
  })
  await server.stop()
  return results
}

async function measureQueries(server: RunningServer, ann: ApiClient, vocabulary: readonly string[]): Promise<Result[]> {
  const results: Result[] = []
  const all: number[] = []
  let longest = 0
  for (const [name, make] of Object.entries(QUERIES)) {
    const words = make((rank) => vocabulary[rank] ?? '')
    const { microsites } = micrositeListSchema.parse(await (await ann.get(searchPath(words))).json())
    const before = await processorTime(server)
    const taken = await times(ann, words)
    const processor = ((await processorTime(server)) - before) / ROUNDS
    const watched = await whileWatched(server, () => times(ann, words))
    all.push(...taken)
    longest = Math.max(longest, watched.longest)
    results.push({
      what: `Search for ${name} (${microsites.length === 50 ? 'fifty or more' : microsites.length} found): 50th and 95th percentile; processor time of the server’s thread; longest wait of another request`,
      measured: `${percentiles(taken)}; ${ms(processor)}; ${ms(watched.longest)}`,
      goal: '95th at most 100 ms, wait at most 50 ms',
    })
  }
  results.push({
    what: `All searches through ${CALLS} hour-long calls: 50th and 95th percentile; longest wait of another request`,
    measured: `${percentiles(all)}; ${ms(longest)}`,
    goal: '95th at most 100 ms, wait at most 50 ms',
  })
  return results
}

const searchPath = (words: string) => `${MICROSITE_PATHS.list}?${new URLSearchParams({ q: words }).toString()}`

async function times(person: ApiClient, words: string): Promise<number[]> {
  const taken: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const started = performance.now()
    const reply = await person.get(searchPath(words))
    await reply.text()
    if (!reply.ok) throw new Error(`a search answered ${reply.status}`)
    taken.push(performance.now() - started)
    await delay(20)
  }
  return taken
}

/** Sends small requests while something runs. @returns the longest response time and the run's duration, in ms. */
async function whileWatched(server: RunningServer, run: () => Promise<unknown>) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const state = { ended: false }
  let longest = 0
  const watch = (async () => {
    while (!state.ended) {
      longest = Math.max(longest, await timedGet(`${server.url}/healthz`, { agent }))
      await delay(1)
    }
  })()
  const started = performance.now()
  await run()
  const took = performance.now() - started
  state.ended = true
  await watch
  agent.destroy()
  return { longest, took }
}

/** CPU time of the server's main thread, in ms (Linux): independent of other work on the machine. */
async function processorTime(server: RunningServer): Promise<number> {
  return Number((await readFile(`/proc/${server.pid()}/schedstat`, 'utf8')).split(' ')[0]) / 1e6
}

async function indexed(file: string): Promise<void> {
  const db = new DatabaseSync(file, { readOnly: true })
  const missing = db.prepare(
    'SELECT count(*) AS missing FROM microsites WHERE id NOT IN (SELECT microsite_id FROM search_entries)',
  )
  await waitFor(async () => missing.get()?.['missing'] === 0, 'the search index', { limitMs: 60 * 60_000 })
  db.close()
}

/** Writes the calls as an older version left them, without an index. */
function fill(file: string, [ann, few]: readonly [string, string], vocabulary: readonly string[]): void {
  const db = new DatabaseSync(file)
  db.exec('PRAGMA synchronous = OFF')
  const site = db.prepare(
    `INSERT INTO microsites (id, user_id, title, status, created_at, updated_at) VALUES (?, ?, ?, 'active', ?, ?)`,
  )
  const document = db.prepare('INSERT INTO microsite_documents (microsite_id, segments) VALUES (?, ?)')
  const counters = db.prepare('INSERT INTO microsite_counters (microsite_id, user_id, created_at) VALUES (?, ?, ?)')
  const index = indexer(db, ann)
  const word = wordSource(vocabulary)
  for (let call = 0; call < CALLS + FEW; call++) {
    if (call % 100 === 0) db.exec('BEGIN')
    const [id, at, owner] = [`bench-${call}`, 1_700_000_000_000 + call * 60_000, call < CALLS ? ann : few]
    const segments = Array.from({ length: LINES }, (_, i) => ({
      id: `s${i}`,
      start_ms: i * 4000,
      end_ms: i * 4000 + 3500,
      speaker: `Speaker ${i % 3}`,
      text: Array.from({ length: WORDS_A_LINE }, word).join(' '),
    }))
    site.run(id, owner, `Call ${call}`, at, at)
    document.run(id, JSON.stringify(segments))
    counters.run(id, owner, at)
    if (call < CALLS - LEFT_TO_PRODUCT) index(id, call + 1, segments)
    if (call % 100 === 99 || call === CALLS + FEW - 1) db.exec('COMMIT')
  }
  db.close()
}

interface Line {
  speaker: string
  text: string
  start_ms: number
}

/**
 * Inserts calls into the search index (server/src/microsites/search/search-repo.ts): ids are number and position, words
 * begin with their owner.
 */
function indexer(db: DatabaseSync, userId: string): (id: string, number: number, lines: readonly Line[]) => void {
  const entry = db.prepare('INSERT INTO search_entries (number, microsite_id) VALUES (?, ?)')
  const chunk = db.prepare('INSERT INTO search_chunks (id, entry, lines) VALUES (?, ?, ?)')
  const row = db.prepare('INSERT INTO search_index (rowid, words) VALUES (?, ?)')
  const owner = createHash('sha256').update(userId).digest('hex').slice(0, 8)
  return (id, number, lines) => {
    entry.run(number, id)
    for (let from = 0; from < lines.length; from += CHUNK_LINES) {
      const part = lines.slice(from, from + CHUNK_LINES)
      const at = number * 2 ** 16 + 2 + from / CHUNK_LINES
      const shown = part.map(({ text, speaker, start_ms: startMs }) => ({ text, startMs, speaker }))
      const words = new Set(part.flatMap(({ text, speaker }) => `${speaker} ${text}`.toLowerCase().split(' ')))
      chunk.run(at, number, JSON.stringify(shown))
      row.run(at, [...words].map((word) => owner + word).join(' '))
    }
  }
}

/** Words with a Zipf distribution, the same in each run. */
function wordSource(vocabulary: readonly string[]): () => string {
  const random = createRandom(2)
  const sums: number[] = []
  vocabulary.reduce((sum, _, rank) => (sums[rank] = sum + 1 / (rank + 2.7)), 0)
  const whole = sums.at(-1) ?? 0
  return () => {
    const wanted = (random.between(0, 1e6) / 1e6) * whole
    let [low, high] = [0, sums.length - 1]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((sums[middle] ?? 0) < wanted) low = middle + 1
      else high = middle
    }
    return vocabulary[low] ?? ''
  }
}

/** Made-up words of three to ten letters; first letters are distributed as in English. */
function makeVocabulary(): string[] {
  const random = createRandom(1)
  const pick = (letters: string) => letters[random.between(0, letters.length - 1)] ?? ''
  const words = new Set<string>()
  while (words.size < 8000)
    words.add(
      pick('ttttaaassooiiwwcbphfmdrelngukvyj') +
        Array.from({ length: random.between(2, 9) }, () => pick('etaoinshrdlucmfwypvbgkjqxz')).join(''),
    )
  return [...words]
}

function percentiles(values: readonly number[]): string {
  return [50, 95].map((share) => ms(percentile(values, share))).join(', ')
}

const ms = (value: number) => `${value < 10 ? value.toFixed(1) : Math.round(value)} ms`
