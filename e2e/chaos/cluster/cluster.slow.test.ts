import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { HAS_POSTGRES } from '../../../server/src/testing/databases.ts'
import { waitFor } from '../../fixtures/server.ts'
import { createSend } from '../main-job.ts'
import { createRandom } from '../random.ts'
import { startCluster, type Cluster } from './cluster.ts'
import { giveRecording, sendToAny } from './recordings.ts'
import { enter, makeRecording, runCluster } from './run.ts'

/** Some minutes on a busy machine. */
const HANGS_MS = 900_000
/** Wrong passwords per address in five minutes, as the sign-in limits allow. */
const TRIES = 30
const TUS = { 'tus-resumable': '1.0.0' }

test.runIf(HAS_POSTGRES)(
  'loses and duplicates nothing when processes are killed at random, and ends every job once',
  async () => {
    const { recordings, kills, wrongs } = await runCluster({ recordings: 3, killsMs: 15_000, seed: 7 })
    expect({ recordings, wrongs }).toEqual({ recordings: 3, wrongs: [] })
    expect(Object.values(kills).reduce((sum, count) => sum + count, 0)).toBeGreaterThan(1)
  },
  HANGS_MS,
)

describe.runIf(HAS_POSTGRES)('two web processes and two workers', () => {
  let cluster: Cluster
  let folder: string
  let file: Buffer
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'cluster-files-'))
    file = await readFile(await makeRecording(folder))
    cluster = await startCluster()
  }, HANGS_MS)
  afterAll(async () => {
    await cluster.close()
    await rm(folder, { recursive: true, force: true })
  })
  const account = (name: string) => ({ email: `${name}@example.org`, password: 'correct horse' })

  test('apply a sign-out on one to the other at once', async () => {
    const token = await enter(cluster, 'signup', account('out'))
    const [here, there] = cluster.webs.map(({ url }) => createSend(url, token))
    expect((await there?.('GET', '/api/microsites'))?.status).toBe(200)
    expect((await here?.('POST', '/auth/v1/logout'))?.status).toBe(204)
    expect((await there?.('GET', '/api/microsites'))?.status).toBe(401)
  })

  test(
    'apply a limit across all of them',
    async () => {
      await enter(cluster, 'signup', account('guessed'))
      const statuses: number[] = []
      for (let index = 0; index <= TRIES; index += 1) {
        const { url } = cluster.webs[index % 2] ?? expect.unreachable()
        const wrong = { json: { ...account('guessed'), password: 'a guess' } }
        statuses.push((await createSend(url, null)('POST', '/auth/v1/token?grant_type=password', wrong)).status)
      }
      expect(statuses).toEqual([...Array<number>(TRIES).fill(400), 429])
    },
    HANGS_MS,
  )

  test(
    'store an upload correctly when its parts go to both at once',
    async () => {
      const send = sendToAny(cluster.webs, await enter(cluster, 'signup', account('parts')), createRandom(1))
      const begun = await send('POST', '/files', { headers: { ...TUS, 'upload-length': String(file.length) } })
      const path = begun.headers.get('location') ?? ''
      const token = await enter(cluster, 'token?grant_type=password', account('parts'))
      const patch = (url: string, offset: number) =>
        createSend(url, token)('PATCH', path, {
          headers: { ...TUS, 'upload-offset': String(offset), 'content-type': 'application/offset+octet-stream' },
          body: new Uint8Array(file.subarray(offset)),
        })
      const answers = await Promise.all(cluster.webs.map(({ url }) => patch(url, 0)))
      expect(answers.filter(({ status }) => status === 204).length, JSON.stringify(answers)).toBeLessThan(2)
      let key: string | null = null
      await waitFor(async () => {
        const head = await send('HEAD', path, { headers: TUS })
        key = head.headers.get('x-storage-path')
        if (key === null) await patch(cluster.webs[0].url, Number(head.headers.get('upload-offset')))
        return key !== null
      }, 'the upload to be whole')
      expect(cluster.bucket.objects.get(String(key))?.content.equals(file)).toBe(true)
    },
    HANGS_MS,
  )

  test(
    'notify an open page of its recording from any process, and workers serve nothing else',
    async () => {
      const send = sendToAny(cluster.webs, await enter(cluster, 'signup', account('live')), createRandom(2))
      const { seen } = await giveRecording(cluster, send, file, createRandom(3))
      await waitFor(async () => seen.at(-1) === 'open', `the page, which saw ${seen.join(', ')}`)
      expect(seen).toContain('preparing')
      const [worker] = cluster.workers
      expect((await fetch(`${worker.url}/readyz`)).status).toBe(200)
      for (const path of ['/', '/api/microsites', '/auth/v1/health'])
        expect((await fetch(worker.url + path)).status).toBe(404)
    },
    HANGS_MS,
  )

  test(
    'on the stop signal, let a worker finish its job, and the other takes the rest',
    async () => {
      const send = sendToAny(cluster.webs, await enter(cluster, 'signup', account('drained')), createRandom(4))
      const given = await Promise.all([1, 2].map((seed) => giveRecording(cluster, send, file, createRandom(seed))))
      const [ending] = cluster.workers
      expect(await ending.stop()).toBe(0)
      for (const { id, seen } of given) await waitFor(async () => seen.at(-1) === 'open', `the page of ${id}`)
      const stopped = await cluster.query(`select id from jobs where stops > 0 or attempt > 1`)
      expect(stopped, 'none was cut off').toEqual([])
      await ending.start()
    },
    HANGS_MS,
  )
})
