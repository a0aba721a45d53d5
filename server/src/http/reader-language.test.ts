import { Hono } from 'hono'
import { expect, test } from 'vitest'
import { readerLanguage } from './reader-language.ts'

const app = new Hono().get('/', (c) => c.text(readerLanguage(c)))

test.each([
  [null, 'en'],
  ['', 'en'],
  ['de', 'de'],
  ['de-AT,de;q=0.9,en;q=0.8', 'de'],
  ['FR-ca', 'fr'],
  ['pl,cs;q=0.9,es;q=0.5,en;q=0.4', 'es'],
  ['en;q=0.3,fr;q=0.7', 'fr'],
  ['fr;q=0,en', 'en'],
  ['pl', 'en'],
  ['*', 'en'],
  ['deu,esperanto', 'en'],
  ['%%%;;,,q=', 'en'],
])('with Accept-Language %j a page is in %s', async (header, language) => {
  const reply = await app.request('/', { headers: header === null ? {} : { 'accept-language': header } })
  expect(await reply.text()).toBe(language)
})
