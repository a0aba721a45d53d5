import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startApp, type Person, type RunningApp } from '../testing/app.ts'
import { mp4Bytes } from '../uploads/recordings.testing.ts'
import { createSubscriptionsRepo } from './subscriptions-repo.ts'

const LIMIT_REACHED = "You've used 3 of 3 microsites this month."

/** Workers are not started: uploads stay in processing, which counts. */
let app: RunningApp
let person: Person
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  person = await app.signUp()
})

const grant = (planId: 'free' | 'pro', until: Date | null = null) =>
  createSubscriptionsRepo(app.database).grant(person.userId, { planId, until }, new Date())
const make = () => person.send('POST', '/api/process-meeting', { captions: 'WEBVTT' })
const microsites = async () =>
  ((await person.send('GET', '/api/microsites?limit=100')).body as { microsites: { id: string }[] }).microsites
const tags = async () => ((await person.send('GET', '/api/tags')).body as { tags: { id: string; name: string }[] }).tags

/** Begins an upload. */
const begin = (bytes: number) =>
  fetch(`${app.url}/files`, {
    method: 'POST',
    headers: { 'authorization': `Bearer ${person.token}`, 'tus-resumable': '1.0.0', 'upload-length': String(bytes) },
  })

describe('at the limit', () => {
  test("refuses an upload before its first byte with the limit's message, until there is space", async () => {
    for (let count = 0; count < 3; count += 1) await make()
    const refused = await begin(1_000_000)
    expect([refused.status, await refused.json()]).toEqual([
      402,
      { error: { code: 'microsite_limit_reached', message: LIMIT_REACHED } },
    ])
    const [site] = await microsites()
    await person.send('DELETE', `/api/microsites/${site?.id}`)
    expect((await begin(1_000_000)).status).toBe(201)
  })

  test('lets a running upload continue', async () => {
    const content = mp4Bytes(2000)
    const created = await begin(content.length)
    for (let count = 0; count < 3; count += 1) await make()
    const headers = {
      'authorization': `Bearer ${person.token}`,
      'tus-resumable': '1.0.0',
      'upload-offset': '0',
      'content-type': 'application/offset+octet-stream',
    }
    const sent = await fetch(new URL(created.headers.get('location') ?? '', app.url), {
      method: 'PATCH',
      headers,
      body: new Uint8Array(content),
    })
    expect(sent.status).toBe(204)
  })
})

describe('after a downgrade', () => {
  test('keeps everything created before, and applies the lower plan to new items', async () => {
    await grant('pro')
    for (let count = 0; count < 20; count += 1) expect((await make()).status).toBe(200)
    for (let count = 0; count < 10; count += 1)
      expect((await person.send('POST', '/api/tags', { name: `Tag ${count}` })).status).toBe(200)
    await app.database.update(app.database.schema.microsites).set({ status: 'active' })

    await grant('pro', new Date(Date.now() - 1))
    expect((await person.send('GET', '/api/usage')).body).toMatchObject({ plan_id: 'free', used: 20, limit: 3 })
    const [sites, kept] = [await microsites(), await tags()]
    expect([sites.length, kept.length]).toEqual([20, 10])
    const path = `/api/microsites/${sites[7]?.id}`
    expect((await person.send('GET', path)).status).toBe(200)
    expect(
      (await person.send('PATCH', path, { tags: kept.map(({ name }) => name) })).status,
      'all tags may still be given',
    ).toBe(200)
    expect((await person.send('PATCH', `/api/tags/${kept[9]?.id}`, { name: 'Renamed' })).status).toBe(200)
    expect(
      (await person.send('POST', '/api/create-shareable-link', { microsite_id: sites[7]?.id, expires_in_days: 7 }))
        .status,
    ).toBe(200)

    expect(await make()).toMatchObject({
      status: 402,
      body: { code: 'microsite_limit_reached', error: "You've used 20 of 3 microsites this month." },
    })
    expect(await person.send('POST', '/api/tags', { name: 'One more' })).toMatchObject({
      status: 402,
      body: { error: { code: 'tag_limit_reached' } },
    })
    await person.send('DELETE', `/api/tags/${kept[0]?.id}`)
    expect((await person.send('POST', '/api/tags', { name: 'One more' })).status, 'nine are still too many').toBe(402)

    await grant('pro')
    expect((await make()).status).toBe(200)
    expect((await person.send('POST', '/api/tags', { name: 'One more' })).status).toBe(200)
  })
})
