import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { MICROSITE_PATHS, micrositeListSchema } from '@callfolio/shared/contract/microsite.ts'
import { linkListSchema, SHARE_PATHS } from '@callfolio/shared/contract/share.ts'
import { signUp, type ApiClient } from '../fixtures/client.ts'
import { makeMedia, testTone } from '../fixtures/media.ts'
import { startServer, waitFor, type RunningServer } from '../fixtures/server.ts'
import { expect, test } from '../fixtures/test.ts'

/**
 * When the server is killed after each round's flows have started: while pages are created, shared and given their
 * recordings. ms
 */
const KILLS = [3, 12, 30, 60, 110, 180]
const CAPTIONS = 'WEBVTT\n\n00:00.000 --> 00:02.000\nDana: I will send you the signed contract on Friday.\n'

let server: RunningServer
let ann: ApiClient
let work: string
test.beforeAll(async () => {
  work = await mkdtemp(join(tmpdir(), 'callfolio-links-'))
  server = await startServer()
  ann = await signUp(server.url)
})
test.afterAll(async () => {
  await server.stop()
  await rm(work, { recursive: true, force: true })
})

const begin = (id: string) => ann.post(MICROSITE_PATHS.begin, { id, title: `Call ${id}` })
const share = (id: string) => ann.post(SHARE_PATHS.create, { microsite_id: id, expires_in_days: 7 })
const fail = (id: string) => ann.post(MICROSITE_PATHS.begunFailure(id), { code: 'too_long', message: 'Too long.' })
const discard = (id: string) =>
  fetch(server.url + MICROSITE_PATHS.begun(id), { method: 'DELETE', headers: { authorization: `Bearer ${ann.token}` } })
const list = async () =>
  micrositeListSchema.parse(await (await ann.get(`${MICROSITE_PATHS.list}?limit=100`)).json()).microsites
const links = async () => linkListSchema.parse(await (await ann.get(SHARE_PATHS.list)).json()).links
const getPage = async (url: string) => (await fetch(server.url + new URL(url).pathname)).status

/** A client's requests in sequence; it stops at a request that the killed server didn't answer. */
async function steps(...requests: (() => Promise<Response>)[]): Promise<boolean> {
  for (const request of requests) {
    const answer = await request().catch(() => null)
    if (answer === null || !answer.ok) return false
  }
  return true
}

test('server kills at random times leave no link without a page and no recording without its own page', async () => {
  const file = await makeMedia(join(work, 'call.mp4'), ...testTone(2), '-c:a', 'aac')
  const sent: string[] = []
  const discarded: string[] = []
  const refused: string[] = []
  for (const delayMs of KILLS) {
    const [whole, given, gone, late] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()]
    const video_url = await ann.upload(file)
    const send = () =>
      ann.post(MICROSITE_PATHS.processMeeting, { microsite_id: whole, video_url, captions: CAPTIONS, title: 'Sent' })
    const give = () => ann.post(MICROSITE_PATHS.processMeeting, { microsite_id: given, captions: CAPTIONS })
    const flows = [
      () =>
        steps(
          () => begin(whole),
          () => share(whole),
          send,
        ),
      () =>
        steps(
          () => begin(given),
          () => share(given),
          give,
        ),
      () =>
        steps(
          () => begin(gone),
          () => share(gone),
          () => discard(gone),
        ),
      () =>
        steps(
          () => begin(late),
          () => share(late),
          () => fail(late),
        ),
    ]
    const underWay = flows.map((flow) => flow())
    await setTimeout(delayMs)
    await server.kill()
    const answered = await Promise.all(underWay)
    await server.start()

    const [sites, made] = [await list(), await links()]
    for (const { microsite_id, share_url } of made) {
      const site = sites.find(({ id }) => id === microsite_id)
      expect(site).toBeDefined()
      // The page of a failed microsite says that it is not available.
      expect(await getPage(share_url)).toBe(site?.status === 'failed' ? 404 : 200)
    }
    const siteFor = (id: string) => sites.find((site) => site.id === id)
    if (answered[0]) expect(siteFor(whole)?.awaiting, 'it has its recording').toBeUndefined()
    if (answered[2]) expect(siteFor(gone), 'it was discarded').toBeUndefined()
    if (answered[3]) expect(siteFor(late)?.status).toBe('failed')

    // A client repeats requests that got no response.
    const asked = [begin, discard, fail].map(async (step) => step(step === begin ? whole : step === fail ? late : gone))
    await Promise.all(asked)
    expect(
      await steps(
        () => begin(late),
        () => fail(late),
      ),
    ).toBe(true)
    for (const request of [send, give]) expect((await request()).status).toBe(200)
    // A job that crashes its process twice in one stage fails, so the next kill must not be its second.
    for (const id of [whole, given])
      expect(await ann.finished(id)).toMatchObject({ status: 'active', error_message: null })
    sent.push(whole, given)
    discarded.push(gone)
    refused.push(late)
  }
  const sites = await list()
  expect(sites.map(({ id }) => id).toSorted(), 'each once, and no other').toEqual([...sent, ...refused].toSorted())
  for (const { id, status } of sites) expect(status).toBe(refused.includes(id) ? 'failed' : 'active')
  const made = await links()
  expect(made.filter(({ microsite_id }) => discarded.includes(microsite_id))).toEqual([])
})

test("a graceful stop closes open pages' streams at once, and the next start serves them again", async () => {
  const id = randomUUID()
  await begin(id)
  await share(id)
  const [link] = (await links()).filter(({ microsite_id }) => microsite_id === id)
  const live = `${server.url}${new URL(link?.share_url ?? '').pathname}/live`
  const open = async () => {
    const answer = await fetch(live)
    const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader()
    if (reader === undefined) throw new Error('no stream')
    expect((await reader.read()).value).toContain('being prepared')
    return reader
  }
  const readers = await Promise.all(Array.from({ length: 5 }, open))
  const ended = Promise.all(
    readers.map(async (reader) =>
      reader.read().then(
        () => true,
        () => true,
      ),
    ),
  )
  const pid = server.pid()
  process.kill(pid, 'SIGTERM')
  expect(await ended).toEqual(readers.map(() => true))
  await waitFor(async () => {
    try {
      return !process.kill(pid, 0)
    } catch {
      return true
    }
  }, 'the server to end')
  await server.start()
  await (await open()).cancel()
})
