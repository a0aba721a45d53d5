import { readdir } from 'node:fs/promises'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { strToU8, unzipSync, zipSync } from 'fflate'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Segment } from '@callfolio/shared/contract/transcript.ts'
import { eventually, startApp, type Person, type RunningApp } from '../testing/app.ts'
import { makeArchive, sendArchive } from './archives.testing.ts'
import { OWN_DATA } from './own-data.testing.ts'

let app: RunningApp
let person: Person
beforeAll(async () => {
  app = await startApp({ DEFAULT_PLAN: 'team' })
})
afterAll(() => app.close())
beforeEach(async () => {
  person = await app.signUp()
})

const HOUR_MS = 3_600_000
const getCount = async () => {
  const { body } = await person.send('GET', '/api/microsites')
  return (body as { microsites: unknown[] }).microsites.length
}
const unpacked = async () => (await readdir(tmpdir())).filter((name) => name.startsWith('import-'))

/** A three-hour call with word timings. */
function longCall(): Segment[] {
  const text = 'We send the offer for thirty seats on Friday and decide then'.split(' ')
  return Array.from({ length: 2700 }, (_, n) => ({
    id: `s${n}`,
    start_ms: n * 4000,
    end_ms: n * 4000 + 3900,
    speaker: n % 2 === 0 ? 'Dana Reed' : 'Lee Ortiz',
    text: text.join(' '),
    words: text.map((word, w) => ({ text: word, start_ms: n * 4000 + w * 300, end_ms: n * 4000 + w * 300 + 250 })),
  }))
}

test.each<[what: string, json: string]>([
  ['lists in a list', `{"segments":[${'[],'.repeat(700_000)}[]]}`],
  ['a million levels', `{"segments":${'['.repeat(1_000_000)}${']'.repeat(1_000_000)}}`],
  ['lines without anything', `{"segments":[${'{},'.repeat(700_000)}{}]}`],
  ['quotes without anything', `{"segments":[],"quotes":[${'{},'.repeat(700_000)}{}]}`],
])('skips a microsite of %s, and imports the rest of the archive', async (_what, json) => {
  // Each used to take 25 seconds and a gigabyte, or crashed its process and the import.
  const good = unzipSync(await makeArchive(app, { good: {} }))
  const archive = zipSync({ ...good, 'microsites/bomb/microsite.json': strToU8(json) }, { level: 0 })
  expect((await sendArchive(app, person, new Uint8Array(archive))).body).toMatchObject({
    imported: 1,
    left: [{ name: 'bomb', reason: expect.any(String) }],
  })
})

test('imports an export of long calls completely', async () => {
  const fields = { segments: longCall(), duration_ms: 3 * HOUR_MS }
  const sites = Object.fromEntries(Array.from({ length: 6 }, (_, n) => [`call ${n}`, { fields }]))
  expect((await sendArchive(app, person, await makeArchive(app, sites, {}, 0))).body).toMatchObject({
    imported: 6,
    left: [],
  })
  const { body } = await person.send('POST', OWN_DATA.export)
  const downloaded = await fetch(app.url + (body as { path: string }).path)
  const archive = new Uint8Array(await downloaded.arrayBuffer())
  person = await app.signUp()
  expect((await sendArchive(app, person, archive)).body).toMatchObject({ imported: 6, left: [] })
})

test('stops an import when its client disconnects, and completes it when repeated', async () => {
  const fields = { segments: longCall() }
  const sites = Object.fromEntries(Array.from({ length: 30 }, (_, n) => [`call ${n}`, { fields }]))
  const archive = await makeArchive(app, sites, {}, 0)
  const sending = request(`${app.url}/api/account/import`, {
    method: 'POST',
    headers: {
      'authorization': `Bearer ${person.token}`,
      'content-type': 'application/zip',
      'content-length': archive.length,
    },
  })
  sending.on('error', () => {})
  sending.end(archive)
  await eventually(async () => (await getCount()) > 0)
  sending.destroy()
  // Its cleanup is complete only when it has ended.
  await expect.poll(unpacked).toEqual([])
  const came = await getCount()
  expect(came).toBeLessThan(30)
  expect((await sendArchive(app, person, archive)).body).toEqual({ imported: 30 - came, known: came, left: [] })
})
