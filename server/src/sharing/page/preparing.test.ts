import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { linkListSchema, linkViewsSchema } from '@callfolio/shared/contract/share.ts'
import type { LiveState } from '@callfolio/shared/page/shared-page.ts'
import type { RecordedEvent } from '../../db/events.ts'
import { TransientFailure } from '../../kernel/errors.ts'
import type { Mail } from '../../mail/mailer.ts'
import { getOwned } from '../../microsites/records/get-owned.ts'
import { createMicrositesRepo } from '../../microsites/records/microsites-repo.ts'
import { mailFailure } from '../failure-email.ts'
import { cookieFor, startSharing, type Sharing, type TestLink } from '../sharing.testing.ts'

const DAY = 24 * 60 * 60 * 1000
const PASSWORD = 'open sesame'
/** Processing its audio: its title and length are known. */
const AT_WORK = { status: 'processing', gptSummary: null, progress: 0.25 } as const

describe('a page that is being prepared', () => {
  let sharing: Sharing
  let siteId: string

  beforeAll(async () => {
    sharing = await startSharing()
  })
  afterAll(() => sharing.close())
  beforeEach(async () => {
    sharing.moveClient()
    siteId = await sharing.insertSite({ ...AT_WORK, title: 'Lumen and Brightwater' })
  })

  /** Opens the page's event stream. @returns its next message (null: it ended), and a function that closes it. */
  async function follow({ token }: TestLink, cookie: string | null = null) {
    const leaving = new AbortController()
    const { status, headers, body } = await fetch(`${sharing.api.url}/s/${token}/live`, {
      signal: leaving.signal,
      ...(cookie !== null && { headers: { cookie } }),
    })
    const reader = body?.pipeThrough(new TextDecoderStream()).getReader()
    let text = ''
    const next = async (): Promise<LiveState | null> => {
      for (;;) {
        const end = text.indexOf('\n\n')
        if (end >= 0) {
          const message = text.slice(0, end)
          text = text.slice(end + 2)
          return JSON.parse(/^data: (.*)$/m.exec(message)?.[1] ?? 'null')
        }
        const part = await reader?.read()
        if (part === undefined || part.done) return null
        text += part.value
      }
    }
    return { status, headers, next, leave: () => leaving.abort() }
  }

  test('can be shared at once with a link marked as early; a failed one can’t', async () => {
    const early = await sharing.share(siteId)
    await sharing.updateSite(siteId, { status: 'active' })
    const late = await sharing.share(siteId)
    const { body } = await sharing.api.request('GET', `/api/links?microsite_id=${siteId}`, { as: sharing.owner })
    const made = Object.fromEntries(linkListSchema.parse(body).links.map((link) => [link.id, link.early]))
    expect(made).toEqual({ [early.id]: true, [late.id]: false })
    await sharing.updateSite(siteId, { status: 'failed' })
    const refused = await sharing.api.request('POST', '/api/create-shareable-link', {
      as: sharing.owner,
      json: { microsite_id: siteId, expires_in_days: 7 },
    })
    expect([refused.status, refused.body]).toMatchObject([409, { code: 'conflict' }])
  })

  test('shows the title, creator, progress and available content; its picture has the title', async () => {
    const { token } = await sharing.share(siteId)
    const { page } = await sharing.open(token)
    expect(page).toMatchObject({
      state: 'open',
      microsite: { title: 'Lumen and Brightwater', summary: null, segments: [] },
      preparation: { arriving: false, progress: 0.25, seconds_left: 240, made_by: 'Ann Rep' },
    })
    expect((await sharing.open(`${token}/card.png`)).text).toBe('Lumen and Brightwater')
  })

  test('streams progress and each new version, and ends the stream once it is ready', async () => {
    const link = await sharing.share(siteId)
    const shown = (await sharing.open(link.token)).page
    const { next, headers } = await follow(link)
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': 'text/event-stream',
      'cache-control': 'no-store, no-transform',
      'x-accel-buffering': 'no',
    })
    const first = await next()
    expect(first).toMatchObject({ state: 'preparing', progress: 0.25 })
    // The opened page is the stream's first version, so nothing is read again.
    expect(first).toMatchObject({ version: shown?.state === 'open' && shown.version })
    await sharing.updateSite(siteId, { progress: 0.5 })
    expect(await next()).toEqual({ ...first, progress: 0.5, text: expect.any(String) })
    await sharing.updateSite(siteId, { status: 'transcript_ready', transcript: 'Ann: Hello.' })
    const written = await next()
    expect(written).toMatchObject({
      state: 'preparing',
      version: expect.not.stringMatching(String(first && 'version' in first && first.version)),
    })
    await sharing.updateSite(siteId, { status: 'active', gptSummary: 'They agreed.' })
    expect(await next()).toMatchObject({ state: 'open' })
    expect(await next()).toBeNull()
  })

  test.each<[string, (link: TestLink) => unknown]>([
    ['its link is revoked', (link) => sharing.change(link, { revoked: true })],
    ['its link is deleted', ({ id }) => sharing.api.request('DELETE', `/api/links/${id}`, { as: sharing.owner })],
    ['its link expires', () => sharing.later(7 * DAY)],
    ['its link gets another password', (link) => sharing.change(link, { password: 'another' })],
    ['it fails', () => sharing.updateSite(siteId, { status: 'failed' })],
    ['it is deleted', () => sharing.db.delete(sharing.db.schema.microsites)],
  ])('ends its streams when %s', async (_, end) => {
    const link = await sharing.share(siteId, { password: PASSWORD })
    const cookie = cookieFor(await sharing.open(link.token, { form: { password: PASSWORD } }))
    const { next } = await follow(link, cookie)
    expect(await next()).toMatchObject({ state: 'preparing' })
    await end(link)
    expect(await next()).toEqual({ state: 'ended' })
    expect(await next()).toBeNull()
  })

  test('streams nothing to visitors who have not passed its gate', async () => {
    const { next } = await follow(await sharing.share(siteId, { password: PASSWORD }))
    expect([await next(), await next()]).toEqual([{ state: 'ended' }, null])
  })

  test('reveals nothing when set to show only once ready, and opens then', async () => {
    const link = await sharing.share(siteId, { when_ready: true })
    const { text, page } = await sharing.open(link.token)
    expect([page?.state, text]).toEqual(['waiting', expect.not.stringContaining('Lumen')])
    const { next } = await follow(link)
    expect(await next()).toEqual({ state: 'preparing', text: '', progress: 0, version: expect.any(String) })
    await sharing.updateSite(siteId, { status: 'active' })
    expect(await next()).toMatchObject({ state: 'open' })
    expect((await sharing.open(link.token)).page).toMatchObject({ microsite: { title: 'Lumen and Brightwater' } })
  })

  test('allows fifty streams per client, and a closed one frees its slot', async () => {
    const link = await sharing.share(siteId)
    const streams = await Promise.all(Array.from({ length: 50 }, () => follow(link)))
    expect(streams.map(({ status }) => status)).toEqual(Array.from({ length: 50 }, () => 200))
    expect((await follow(link)).status).toBe(429)
    sharing.moveClient()
    const other = await follow(link)
    expect(other.status).toBe(200)
    for (const { leave } of [...streams, other]) leave()
  })

  test('counts one view from before it is ready until after', async () => {
    const { id, token } = await sharing.share(siteId)
    const ticket = await sharing.ticket(token)
    await sharing.sendBeacon(ticket, { sections: ['summary'] })
    await sharing.updateSite(siteId, { status: 'active', gptSummary: 'They agreed.' })
    // An open page reloads and keeps the ticket it was opened with.
    await sharing.open(token)
    await sharing.sendBeacon(ticket, { sections: ['summary', 'transcript'] })
    expect((await sharing.findLink(token))?.viewCount).toBe(1)
    const { body } = await sharing.api.request('GET', `/api/links/${id}/views`, { as: sharing.owner })
    expect(linkViewsSchema.parse(body).reached).toEqual({ summary: 1, transcript: 1 })
  })

  describe('a page whose processing failed', () => {
    const failed = (): RecordedEvent => ({
      id: randomUUID(),
      at: sharing.now(),
      event: { kind: 'microsite.failed', userId: sharing.owner.userId, micrositeId: siteId },
    })
    async function getMails(event: RecordedEvent, email = 'ann@seller.example'): Promise<Mail[]> {
      const sent: Mail[] = []
      const microsites = createMicrositesRepo(sharing.db)
      const deps = {
        links: sharing.links,
        readOwned: (userId: string, id: string) => getOwned(microsites, userId, id),
        getEmail: async () => email,
        mailer: { sends: true, send: async (mail: Mail) => void sent.push(mail) },
        limiter: sharing.limiter,
        publicUrl: () => 'https://calls.example',
        clock: sharing.now,
      }
      await mailFailure(deps, event)
      return sent
    }
    const fail = () =>
      sharing.updateSite(siteId, { status: 'failed', errorMessage: 'No sound.', failureCode: 'processing_failed' })

    test('is a neutral page, and its owner gets an email with the reason', async () => {
      const { token } = await sharing.share(siteId)
      await fail()
      const { status, text } = await sharing.open(token)
      expect([status, text]).toEqual([404, JSON.stringify({ state: 'unavailable' })])
      const [mail, ...others] = await getMails(failed())
      expect(others).toEqual([])
      expect(mail).toMatchObject({
        to: 'ann@seller.example',
        subject: expect.stringContaining('Lumen and Brightwater'),
      })
      expect(mail?.text).toContain('No sound.')
      expect(mail?.text).toContain(`https://calls.example/microsite/${siteId}`)
    })

    test('sends its owner at most six emails in five minutes when many fail, and the rest later', async () => {
      await sharing.share(siteId)
      await fail()
      const outcomes = await Promise.allSettled(
        Array.from({ length: 8 }, () => getMails(failed(), 'bo@seller.example')),
      )
      const reasons = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason as unknown] : []))
      expect(reasons).toHaveLength(2)
      for (const reason of reasons) expect(reason).toBeInstanceOf(TransientFailure)
      expect((reasons[0] as TransientFailure).retryAfterMs).toBeGreaterThan(4 * 60_000)
    })

    test.each<[string, () => Promise<unknown>]>([
      ['without a link', fail],
      [
        'only a revoked link leads to',
        async () => {
          await sharing.change(await sharing.share(siteId), { revoked: true })
          await fail()
        },
      ],
      [
        'only an expired link leads to',
        async () => {
          await sharing.share(siteId)
          sharing.later(7 * DAY)
          await fail()
        },
      ],
      ['is being made again', () => sharing.share(siteId)],
      [
        'was deleted',
        async () => {
          await sharing.share(siteId)
          await sharing.db.delete(sharing.db.schema.microsites)
        },
      ],
    ])('sends no email when %s', async (_, become) => {
      await become()
      expect(await getMails(failed())).toEqual([])
    })
  })
})
