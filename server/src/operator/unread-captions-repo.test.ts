import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { CAPTION_PATHS, captionMarksSchema } from '@callfolio/shared/contract/captions.ts'
import { CAPTION_MARKS } from '@callfolio/shared/extension/caption-marks.ts'
import type { Database } from '../db/database.ts'
import { startApp, type Person, type RunningApp } from '../testing/app.ts'
import { BOTH_DATABASES } from '../testing/databases.ts'
import { createUnreadCaptionsRepo } from './unread-captions-repo.ts'

describe.each(BOTH_DATABASES)('meetings with unread captions, on %s,', (_, open) => {
  test('are counted by site, also when several processes count at once', async () => {
    const db: Database = await open()
    onTestFinished(() => db.close())
    const repo = createUnreadCaptionsRepo(db)
    expect(await repo.read()).toEqual({ sites: [] })
    const day = (minute: number) => new Date(Date.UTC(2026, 10, 27, 12, minute))
    await Promise.all(
      Array.from({ length: 5 }, () =>
        createUnreadCaptionsRepo(db).add({ site: 'zoom', version: '2026-11-01' }, day(0)),
      ),
    )
    await repo.add({ site: 'meet', version: '2026-11-27' }, day(1))
    expect(await repo.read()).toEqual({
      sites: [
        { site: 'meet', meetings: 1, last_at: '2026-11-27T12:01:00.000Z', version: '2026-11-27' },
        { site: 'zoom', meetings: 5, last_at: '2026-11-27T12:00:00.000Z', version: '2026-11-01' },
      ],
    })
  })
})

describe('the routes of captions', () => {
  let app: RunningApp
  let operator: Person
  beforeEach(async () => {
    app = await startApp()
    onTestFinished(() => app.close())
    operator = await app.signUp()
  })

  test('hand the marks to anyone', async () => {
    const reply = await fetch(app.url + CAPTION_PATHS.marks)
    expect(captionMarksSchema.parse(await reply.json())).toEqual(CAPTION_MARKS)
  })

  test('count a report of a signed-in user, without any text, for the operator only', async () => {
    const other = await app.signUp()
    const report = { site: 'teams', version: '2026-11-27', text: 'We pay 40 euros.' }
    expect((await other.send('POST', CAPTION_PATHS.unread, report)).status).toBe(200)
    expect((await other.send('POST', CAPTION_PATHS.unread, { site: 'nowhere', version: '2026-11-27' })).status).toBe(
      400,
    )
    expect((await fetch(app.url + CAPTION_PATHS.unread, { method: 'POST' })).status).toBe(401)
    expect((await other.send('GET', CAPTION_PATHS.unread)).status).toBe(403)
    const { body } = await operator.send('GET', CAPTION_PATHS.unread)
    expect(body).toMatchObject({ sites: [{ site: 'teams', meetings: 1, version: '2026-11-27' }] })
    expect(JSON.stringify(body)).not.toContain('euros')
  })
})
