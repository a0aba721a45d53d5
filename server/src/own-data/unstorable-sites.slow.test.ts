import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startApp, type Person, type RunningApp } from '../testing/app.ts'
import { BOTH_DATABASES } from '../testing/databases.ts'
import { makeArchive, sendArchive } from './archives.testing.ts'

const LONGEST_MS = 2 ** 31 - 1

describe.each(BOTH_DATABASES)('an import on %s', (name, _open, settings) => {
  let app: RunningApp
  let person: Person
  beforeAll(async () => {
    app = await startApp(await settings())
    person = await app.signUp()
  })
  afterAll(() => app.close())

  test('skips and reports a microsite too long for a column, and imports the rest', async () => {
    const archive = await makeArchive(app, {
      endless: { fields: { duration_ms: LONGEST_MS + 1 } },
      negative: { fields: { duration_ms: -1 } },
      longest: { fields: { duration_ms: LONGEST_MS } },
    })
    const { status, body } = await sendArchive(app, person, archive)
    expect([status, body.imported]).toEqual([200, 1])
    expect(body.left).toEqual(
      ['endless', 'negative'].map((site) => ({
        name: site,
        reason: `microsites/${site}/microsite.json can’t be read.`,
      })),
    )
  })

  test('skips and reports a microsite that the database rejects, and leaves nothing of it', async () => {
    const unstorable = {
      title: { fields: { title: 'a\0b' } },
      transcript: { fields: { transcript: 'a\0b' }, files: { 'captions.txt': 10 } },
      recap: { fields: { quotes: ['a\0b'] } },
      tag: { fields: { tags: ['a\0b'] } },
      day: { fields: { created_at: '0000-01-01T00:00:00.000Z' } },
    }
    const tags = [{ name: 'x\0y', color: '#208df3' }]
    const archive = await makeArchive(app, { ...unstorable, good: {} }, { 'account.json': { tags } })
    const { status, body } = await sendArchive(app, person, archive)
    const reason = 'It has data this server can’t store.'
    const left = Object.keys(unstorable).map((site) => ({ name: site, reason }))
    // SQLite accepts any text and any date.
    expect({ status, body }).toEqual({
      status: 200,
      body: name === 'postgres' ? { imported: 1, known: 0, left } : { imported: 6, known: 0, left: [] },
    })
    const titles = ((await person.send('GET', '/api/microsites')).body as { microsites: { title: string }[] })
      .microsites
    expect(titles).toHaveLength(name === 'postgres' ? 2 : 7)
  })
})
