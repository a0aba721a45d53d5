import { parseArgs } from 'node:util'
import { createPostgres } from '../../server/src/testing/postgres.ts'
import { startServer } from '../fixtures/server.ts'
import { FUZZED_SERVER } from './fuzzed-server.ts'
import { fuzz } from './fuzz.ts'
import { RAW_CASES, tryRaw } from './raw-sockets.ts'

/**
 * `npm run fuzz -- --requests 20000 --seed 1 --postgres`: hostile requests to the whole product, on SQLite or PostgreSQL.
 * Exit 1 when one was not answered as it has to be.
 */
const { values } = parseArgs({
  options: {
    requests: { type: 'string', default: '20000' },
    seed: { type: 'string', default: '1' },
    postgres: { type: 'boolean', default: false },
  },
})
/** The server's memory may settle above where it began: caches fill. MiB */
const MAY_GROW_MIB = 80
const SHOWN = 20

const server = await startServer({
  ...FUZZED_SERVER,
  ...(values.postgres && { DATABASE_URL: await createPostgres({ migrated: true }) }),
})
const began = performance.now()
const slow = RAW_CASES.filter((each) => each.slow && Number(values.requests) > 1000).map((each) =>
  tryRaw(server.url, each),
)
const { sent, statuses, findings, slowest, memory } = await fuzz({
  url: server.url,
  pid: server.pid(),
  seed: Number(values.seed),
  count: Number(values.requests),
})
const raw = await Promise.all(slow)
for (const each of RAW_CASES) if (!each.slow) raw.push(await tryRaw(server.url, each))
const stopped = await server.stop()

const problems = raw.filter((problem) => problem !== null)
const counts = [...statuses].toSorted(([a], [b]) => a - b).map(([status, count]) => `${status}: ${count}`)
console.log(
  `${sent} requests with the seeds from ${values.seed} in ${Math.round((performance.now() - began) / 1000)} s`,
)
console.log(`answers by status: ${counts.join(', ')}`)
console.log(`slowest answer: ${Math.round(slowest.ms)} ms, ${slowest.request}`)
if (memory)
  console.log(`memory: ${Math.round(memory.early)} MiB in the second quarter, ${Math.round(memory.late)} in the last`)
console.log(`raw connections: ${raw.length}, ${problems.length} not answered as they have to be`)
for (const problem of problems) console.log(`  ${problem}`)
console.log(`requests that were not answered as they have to be: ${findings.length}`)
for (const { seed, what, request } of findings.slice(0, SHOWN))
  console.log(
    `  seed ${seed}: ${what}\n    ${JSON.stringify({ ...request, headers: { ...request.headers, authorization: undefined } }).slice(0, 600)}`,
  )
const grown = memory !== null && memory.late - memory.early > MAY_GROW_MIB
if (grown) console.log('The memory grew.')
const failures = server
  .log()
  .split('\n')
  .filter((line) => line.includes('failed'))
for (const line of failures.slice(0, SHOWN)) console.log(line.slice(0, 600))
if (stopped !== 0) console.log(`The server ended with ${stopped}.`)
if (findings.length + problems.length > 0 || grown || stopped !== 0) process.exitCode = 1
