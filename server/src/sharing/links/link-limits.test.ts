import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createLinkReplySchema, type CreateLink } from '@callfolio/shared/contract/share.ts'
import type { Person } from '../../testing/api-server.ts'
import { insertMicrosite } from '../../testing/microsites.ts'
import { startSharing, type Sharing } from '../sharing.testing.ts'

const TOO_MANY = expect.stringMatching(/^Too many requests\. Try again in \d+ (s|minutes?)\.$/)

let sharing: Sharing
let person: NonNullable<Person>
let siteId: string

beforeAll(async () => {
  sharing = await startSharing()
})
afterAll(() => sharing.close())
beforeEach(async () => {
  person = await sharing.api.signUp()
  const site = { id: randomUUID(), userId: person.userId, title: 'Call', status: 'active' as const }
  siteId = await insertMicrosite(sharing.db, { ...site, gptSummary: 'They agreed.' })
})

const create = (choice: Partial<CreateLink> = {}) =>
  sharing.api.request('POST', '/api/create-shareable-link', {
    as: person,
    json: { microsite_id: siteId, expires_in_days: 7, ...choice },
  })
const change = (id: string, json: object) => sharing.api.request('PATCH', `/api/links/${id}`, { as: person, json })
const preview = () => sharing.api.request('POST', `/api/microsites/${siteId}/preview`, { as: person })
const secondsIn = ({ headers }: { headers: Headers }) => Number(headers.get('retry-after'))

test('allows a user thirty link passwords in five minutes, and does not limit links without one', async () => {
  const { id } = createLinkReplySchema.parse((await create()).body)
  const statuses: number[] = []
  for (let given = 0; given < 15; given += 1) {
    statuses.push((await create({ password: 'open sesame' })).status)
    statuses.push((await change(id, { password: `open sesame ${given}` })).status)
  }
  expect(statuses).toEqual(statuses.map(() => 200))
  const [made, changed] = [await create({ password: 'open sesame' }), await change(id, { password: 'another one' })]
  expect(made).toMatchObject({ status: 429, body: { success: false, error: TOO_MANY, code: 'too_many_requests' } })
  expect(changed).toMatchObject({ status: 429, body: { error: { code: 'too_many_requests', message: TOO_MANY } } })
  expect(secondsIn(made)).toBeGreaterThan(0)
  expect(secondsIn(changed)).toBeGreaterThan(0)
  expect((await create()).status).toBe(200)
  expect((await create({ password: null })).status).toBe(200)
  expect((await change(id, { label: 'Acme' })).status).toBe(200)
  expect((await change(id, { password: null })).status, 'to take a password away').toBe(200)
})

test('allows a user three hundred links and previews in five minutes, then makes them wait', async () => {
  const statuses: number[] = []
  for (let round = 0; round < 150; round += 1) statuses.push((await create()).status, (await preview()).status)
  expect(statuses).toEqual(statuses.map(() => 200))
  for (const refused of [await create(), await preview()]) {
    expect(refused.status).toBe(429)
    expect(secondsIn(refused)).toBeGreaterThan(0)
  }
  expect((await sharing.api.request('GET', '/api/links', { as: person })).status, 'reading goes on').toBe(200)
})
