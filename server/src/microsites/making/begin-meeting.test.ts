import { randomUUID } from 'node:crypto'
import { mkdir, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  micrositeListSchema,
  micrositeSchema,
  processMeetingReplySchema,
} from '@callfolio/shared/contract/microsite.ts'
import { createDiskStorage } from '../../storage/disk.ts'
import { createLinkSigner } from '../../storage/signed-links.ts'
import { startApp, type Person, type RunningApp } from '../../testing/app.ts'
import { discardBegun, sweepBegun } from './begin-meeting.ts'
import { createDeletionsRepo } from '../records/deletions-repo.ts'
import { createMicrositesRepo } from '../records/microsites-repo.ts'

/** Not started, so what is sent to it stays in processing. */
let app: RunningApp
let person: Person
let id: string

beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  person = await app.signUp()
  id = randomUUID()
})

const begin = (body: object = { id, title: 'Meet' }) => person.send('POST', '/api/begun-meetings', body)
const discard = () => person.send('DELETE', `/api/begun-meetings/${id}`)
const share = () =>
  person.send('POST', '/api/create-shareable-link', { microsite_id: id, expires_in_days: 7 }) as Promise<{
    status: number
    body: { share_url: string }
  }>
const process = async (body: Record<string, unknown>) => {
  const answer = await person.send('POST', '/api/process-meeting', body)
  return { status: answer.status, id: processMeetingReplySchema.safeParse(answer.body).data?.job_id, body: answer.body }
}
const read = async (of = id) => micrositeSchema.parse((await person.send('GET', `/api/microsites/${of}`)).body)
const list = async () => micrositeListSchema.parse((await person.send('GET', '/api/microsites')).body).microsites
const jobs = async () => (await app.database.select().from(app.database.schema.jobs)).map((job) => job.id)
const repo = () => createMicrositesRepo(app.database)

/** A complete upload of the user. @returns its storage path. */
async function addUpload(): Promise<string> {
  const key = `${person.userId}/meetings/${person.userId}/${randomUUID()}.mp4`
  await mkdir(dirname(join(app.folder, 'uservideos', key)), { recursive: true })
  await writeFile(join(app.folder, 'uservideos', key), 'a recording')
  await app.database
    .insert(app.database.schema.uploads)
    .values({ key, userId: person.userId, filename: 'call.mp4', completedAt: new Date() })
  return key
}

describe('a microsite that has begun', () => {
  test('can be shared, is not processed, and is the same one for the same id', async () => {
    expect([(await begin()).status, (await begin()).body]).toEqual([200, { microsite_id: id }])
    expect(await read()).toMatchObject({ id, title: 'Meet', status: 'processing', awaiting: true })
    expect(await list()).toHaveLength(1)
    expect((await share()).status).toBe(200)
    await person.send('POST', `/api/microsites/${id}/retry`)
    expect(await repo().listWithoutJob(), 'also after a restart').not.toContain(id)
  })

  test('is begun at most 120 times an hour, without limiting its recording', async () => {
    const begun = await Promise.all(Array.from({ length: 121 }, () => begin()))
    expect(begun.filter(({ status }) => status === 200)).toHaveLength(120)
    expect(begun.filter(({ status }) => status === 429)).toHaveLength(1)
    expect((await process({ microsite_id: id, captions: 'WEBVTT' })).id).toBe(id)
  })

  test('gets the recording that names it, with title, captions, marks, participants and its place in the queue', async () => {
    await begin()
    const { body } = await share()
    const video_url = await addUpload()
    const about = { title: 'Kick-off', captions: 'WEBVTT', marks: [9000], participants: ['Dana Whitfield'] }
    expect((await process({ microsite_id: id, video_url, ...about })).id).toBe(id)
    const site = await read()
    expect(site).toMatchObject({ title: 'Kick-off', video_url, status: 'processing' })
    expect(site.chapters).toEqual([{ text: 'Mark 1', start_ms: 9000 }])
    expect(site.participants).toEqual(['Dana Whitfield'])
    expect([site.awaiting, site.step_detail]).toEqual([undefined, null])
    expect(await jobs()).toContain(id)
    expect((await fetch(body.share_url.replace(/^.*\/s\//, `${app.url}/s/`))).status).not.toBe(404)
    expect((await process({ microsite_id: id, video_url })).id, 'asked again').toBe(id)
    expect((await process({ microsite_id: id, captions: 'WEBVTT' })).id, 'captions only, asked again').toBe(id)
    expect(await list()).toHaveLength(1)
  })

  test('takes no meeting code for a title', async () => {
    await begin({ id, title: 'Meet – abc-defg-hij' })
    expect((await read()).title).toBe('Untitled Microsite')
  })

  test('keeps a title that its owner set before the recording arrived', async () => {
    await begin()
    await person.send('PATCH', `/api/microsites/${id}`, { title: 'Acme, second call' })
    await process({ microsite_id: id, video_url: await addUpload(), title: 'Meet – abc-defg-hij' })
    expect((await read()).title).toBe('Acme, second call')
  })

  test('that was deleted loses no recording: it becomes a new one under the same id', async () => {
    await begin()
    await person.send('DELETE', `/api/microsites/${id}`)
    expect((await process({ microsite_id: id, video_url: await addUpload() })).id).toBe(id)
    expect((await begin()).status, 'a beginning that comes late').toBe(200)
    expect((await read()).awaiting).toBeUndefined()
    expect(await list()).toHaveLength(1)
  })

  test('of another user can be neither taken nor read', async () => {
    await begin()
    const owner = person
    person = await app.signUp()
    expect((await begin()).status).toBe(409)
    const made = await process({ microsite_id: id, video_url: await addUpload() })
    expect(made.id).not.toBe(id)
    expect((await discard()).status).toBe(204)
    person = owner
    expect((await read()).awaiting).toBe(true)
  })

  test('counts toward no limit until its recording arrives, which may be refused and sent again', async () => {
    const second = randomUUID()
    await begin()
    await begin({ id: second })
    for (let made = 0; made < 3; made += 1) await process({ captions: 'WEBVTT' })
    const refused = await process({ microsite_id: id, video_url: await addUpload() })
    expect(refused).toMatchObject({ status: 402, body: { code: 'microsite_limit_reached' } })
    expect((await read()).awaiting, 'it goes on waiting').toBe(true)
    expect((await begin({ id: randomUUID() })).status, 'no recording without a plan').toBe(402)
  })

  test('whose recording can’t be sent has failed with the reason, and waits again once it is sent', async () => {
    await begin()
    const { body } = await share()
    const page = async () => {
      const answer = await fetch(body.share_url.replace(/^.*\/s\//, `${app.url}/s/`))
      return { status: answer.status, text: await answer.text() }
    }
    const refuse = () =>
      person.send('POST', `/api/begun-meetings/${id}/failure`, { code: 'too_long', message: 'It runs 61 minutes.' })
    expect((await refuse()).status).toBe(204)
    const failed = await read()
    expect(failed).toMatchObject({ status: 'failed', awaiting: true, failure: { code: 'too_long', retryable: false } })
    expect(failed.error_message).toMatch(/^It runs 61 minutes\. .*saved in the browser/)
    expect((await page()).text).not.toContain('61 minutes')
    expect((await page()).text).not.toContain('on the way')
    expect((await person.send('POST', `/api/microsites/${id}/retry`)).status, 'nothing to work on').toBe(409)
    expect(await read(), 'not changed by the retry').toMatchObject({ status: 'failed', awaiting: true })

    await begin()
    expect(await read()).toMatchObject({ status: 'processing', error_message: null, awaiting: true })
    await refuse()
    expect((await process({ microsite_id: id, video_url: await addUpload() })).id).toBe(id)
    expect(await read()).toMatchObject({ status: 'processing', error_message: null })
    expect((await read()).awaiting).toBeUndefined()
    await refuse()
    expect((await read()).status, 'it has its recording').toBe('processing')
  })

  test('points to no saved recording when only captions were recorded, and there were none', async () => {
    await begin()
    const message = 'No captions were collected, so we can’t create a microsite.'
    await person.send('POST', `/api/begun-meetings/${id}/failure`, { code: 'nobody_heard', message })
    expect((await read()).error_message).toBe(message)
  })

  test('of another user can’t be marked as failed', async () => {
    await begin()
    const owner = person
    person = await app.signUp()
    await person.send('POST', `/api/begun-meetings/${id}/failure`, { code: 'too_long', message: 'No.' })
    person = owner
    expect((await read()).status).toBe('processing')
  })

  test('is removed with its link when its recording is discarded; one that has its recording stays', async () => {
    await begin()
    await share()
    expect((await discard()).status).toBe(204)
    expect([await list(), (await person.send('GET', '/api/links')).body]).toEqual([[], { links: [] }])
    await begin()
    await process({ microsite_id: id, video_url: await addUpload() })
    expect((await discard()).status).toBe(204)
    expect(await list()).toHaveLength(1)
  })

  test('keeps the recording when it arrives during two discards, in the same microsite or a new one', async () => {
    await begin()
    const video_url = await addUpload()
    const [made] = await Promise.all([process({ microsite_id: id, video_url }), discard(), discard()])
    expect((await read(made.id)).video_url).toBe(video_url)
    expect(await list()).toHaveLength(1)
  })

  test('is removed after seven days with the files in its folder', async () => {
    await begin()
    const folder = join(app.folder, 'uservideos', person.userId, 'derived', id)
    await mkdir(folder, { recursive: true })
    await writeFile(join(folder, 'captions.vtt'), 'WEBVTT')
    const begunAt = new Date((await read()).created_at).getTime()
    let now = begunAt + 7 * 24 * 60 * 60 * 1000
    const clock = () => new Date(now)
    const storage = createDiskStorage({
      root: join(app.folder, 'uservideos'),
      links: createLinkSigner({ secretKey: 'secret', clock }),
    })
    const deps = {
      microsites: repo(),
      deletions: createDeletionsRepo(app.database),
      storage,
      clock,
      approve: () => Promise.reject(new Error('not asked for')),
      queue: { remove: async () => {} },
      removeUpload: async () => {},
      removeLeftovers: async () => {},
      removeMailsAbout: async () => {},
      eraseSoon: () => {},
    }
    await sweepBegun(deps)
    expect(await list()).toHaveLength(1)
    now += 1
    await sweepBegun(deps)
    expect(await list()).toEqual([])
    await expect(stat(join(folder, 'captions.vtt'))).rejects.toThrow('ENOENT')
    await discardBegun(deps, person.userId, id)
  })

  test('is removed completely at the next start when its process is killed during the discard', async () => {
    await begin()
    const folder = join(app.folder, 'uservideos', person.userId, 'derived', id)
    await mkdir(folder, { recursive: true })
    await writeFile(join(folder, 'captions.vtt'), 'WEBVTT')
    // What the process wrote before it ended.
    await repo().removeAwaiting(person.userId, id, { id: randomUUID(), at: new Date(), objects: 1, digest: '' })
    await app.services.tidy()
    await expect(stat(join(folder, 'captions.vtt'))).rejects.toThrow('ENOENT')
  })

  test.each(['', 'x', '../../etc', 'A'.repeat(32)])('rejects the id "%s"', async (wrong) => {
    expect((await begin({ id: wrong })).status).toBe(400)
  })
})
