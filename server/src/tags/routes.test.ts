import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { micrositeSchema } from '@callfolio/shared/contract/microsite.ts'
import { tagListSchema, tagSchema } from '@callfolio/shared/contract/tag.ts'
import { DEFAULT_TAG_COLOR } from '@callfolio/shared/tag-colors.ts'
import { startApp, type Person, type RunningApp } from '../testing/app.ts'

let app: RunningApp
let person: Person

beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  person = await app.signUp()
})

const make = async (name: string) => tagSchema.parse((await person.send('POST', '/api/tags', { name })).body)
const list = async () => tagListSchema.parse((await person.send('GET', '/api/tags')).body).tags
const makeMicrosite = async (tags: string[]) => {
  const { body } = await person.send('POST', '/api/process-meeting', { title: 'Call', captions: 'WEBVTT' })
  const path = `/api/microsites/${(body as { job_id: string }).job_id}`
  expect((await person.send('PATCH', path, { tags })).status).toBe(200)
  return async () => micrositeSchema.parse((await person.send('GET', path)).body).tags
}

test('a tag has a trimmed name, the default colour and no description unless one is given', async () => {
  expect(await make('  Acme ')).toMatchObject({
    name: 'Acme',
    color: DEFAULT_TAG_COLOR,
    description: null,
    microsite_count: 0,
    user_id: person.userId,
  })
  const { body } = await person.send('POST', '/api/tags', {
    name: 'Beta',
    color: '#ef4444',
    description: ' Warm leads ',
  })
  expect(body).toMatchObject({ color: '#ef4444', description: 'Warm leads' })
})

test.each([{ name: '   ' }, { name: 'x'.repeat(51) }, { name: 'two\nlines' }, { name: 'Acme', color: '#000000' }, {}])(
  'refuses %j as a tag',
  async (form) => {
    expect(await person.send('POST', '/api/tags', form)).toMatchObject({
      status: 400,
      body: { error: { code: 'invalid_request' } },
    })
  },
)

test('refuses a second tag of the same name in any case, with a sentence', async () => {
  await make('Acme')
  const refusal = {
    status: 409,
    body: { error: { code: 'conflict', message: 'You already have a tag called “ACME”.' } },
  }
  expect(await person.send('POST', '/api/tags', { name: 'ACME' })).toEqual(refusal)
  const { id } = await make('Beta')
  expect(await person.send('PATCH', `/api/tags/${id}`, { name: 'ACME' })).toEqual(refusal)
})

test('the free plan allows three tags, and deleting one makes space', async () => {
  const [first] = [await make('One'), await make('Two'), await make('Three')]
  expect(await person.send('POST', '/api/tags', { name: 'Four' })).toEqual({
    status: 402,
    body: {
      error: {
        code: 'tag_limit_reached',
        message: 'Your plan includes 3 tags. Delete one or upgrade to add more.',
      },
    },
  })
  expect((await person.send('DELETE', `/api/tags/${first.id}`)).status).toBe(200)
  await make('Four')
  expect((await list()).map((tag) => tag.name)).toEqual(['Four', 'Three', 'Two'])
})

test('renaming a tag changes it on its microsites, and keeps other fields', async () => {
  const { id } = await make('Acme')
  const getTags = await makeMicrosite(['acme'])
  const { body } = await person.send('PATCH', `/api/tags/${id}`, { name: 'Acme Ltd' })
  expect(body).toMatchObject({ name: 'Acme Ltd', color: DEFAULT_TAG_COLOR, microsite_count: 1 })
  expect(await getTags()).toEqual(['Acme Ltd'])
  await person.send('PATCH', `/api/tags/${id}`, { color: '#ec4899', description: 'Big' })
  expect(await list()).toMatchObject([{ name: 'Acme Ltd', color: '#ec4899', description: 'Big' }])
  await person.send('PATCH', `/api/tags/${id}`, { description: null })
  expect(await list()).toMatchObject([{ color: '#ec4899', description: null }])
})

test('deleting a tag removes it from its microsites, which stay', async () => {
  const { id } = await make('Acme')
  await make('Beta')
  const getTags = await makeMicrosite(['Acme', 'Beta'])
  expect((await person.send('DELETE', `/api/tags/${id}`)).body).toEqual({ removed: { assignments: 1 } })
  expect(await getTags()).toEqual(['Beta'])
  expect((await person.send('DELETE', `/api/tags/${id}`)).status).toBe(404)
})
