import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { CreateLink } from '@callfolio/shared/contract/share.ts'
import { cookieFor, startSharing, type Sharing, type TestLink } from '../sharing.testing.ts'

const DAY = 24 * 60 * 60 * 1000
const PASSWORD = 'open sesame'
const GATE = { state: 'gate', asks: { password: true, email: false }, problem: null, email: '' }

describe('a protected link', () => {
  let sharing: Sharing
  let siteId: string

  beforeAll(async () => {
    sharing = await startSharing()
    siteId = await sharing.insertSite()
  })
  afterAll(() => sharing.close())
  beforeEach(() => sharing.moveClient())

  const share = (choice: Partial<CreateLink> = { password: PASSWORD }) => sharing.share(siteId, choice)
  const enter = ({ token }: TestLink, form: Record<string, string>, search = '') =>
    sharing.open(token + search, { form })
  const passFor = async (link: TestLink, form: Record<string, string> = { password: PASSWORD }) =>
    cookieFor(await enter(link, form))
  const statusWith = async ({ token }: TestLink, cookie: string | null) =>
    (await sharing.open(token, { cookie })).status
  const ask = (json: object) => sharing.api.request('POST', '/api/get-shared-microsite', { json })

  test('shows its gate and no content', async () => {
    const { token } = await share()
    const { status, page, text } = await sharing.open(token)
    expect([status, page]).toEqual([401, GATE])
    expect(text).not.toMatch(/Call|They agreed/)
  })

  test('stores its password only as an argon2id hash', async () => {
    const { token } = await share()
    const row = await sharing.findLink(token)
    expect(row?.passwordHash).toMatch(/^\$argon2id\$/)
    expect(JSON.stringify(row)).not.toContain(PASSWORD)
  })

  test('gives a visitor with the password a cookie for its address only, and redirects there', async () => {
    const link = await share()
    const { status, headers } = await enter(link, { password: PASSWORD }, '?t=812')
    expect([status, headers.get('location')]).toEqual([303, `/s/${link.token}?t=812`])
    const [pair, ...attributes] = (headers.get('set-cookie') ?? '').split('; ')
    expect(attributes.toSorted()).toEqual([
      'HttpOnly',
      'Max-Age=86400',
      `Path=/s/${link.token}`,
      'SameSite=Lax',
      'Secure',
    ])
    const { status: opened, page } = await sharing.open(link.token, { cookie: pair ?? '' })
    expect([opened, page]).toMatchObject([200, { state: 'open', microsite: { title: 'Call' } }])
  })

  test('reports a wrong password in place without a cookie', async () => {
    const { status, headers, page } = await enter(await share(), { password: 'open barley' })
    expect([status, page]).toEqual([401, { ...GATE, problem: 'password_wrong' }])
    expect(headers.get('set-cookie')).toBeNull()
  })

  test('reports missing or invalid input, and keeps what was entered', async () => {
    const link = await share({ password: PASSWORD, asks_email: true })
    const getProblem = async (form: Record<string, string>) => {
      const { page } = await enter(link, form)
      return page?.state === 'gate' ? [page.problem, page.email] : page?.state
    }
    expect(await getProblem({ email: 'ben@buyer.example' })).toEqual(['password_missing', 'ben@buyer.example'])
    expect(await getProblem({ password: PASSWORD })).toEqual(['email_missing', ''])
    expect(await getProblem({ password: PASSWORD, email: 'ben' })).toEqual(['email_wrong', 'ben'])
    expect(await passFor(link, { password: PASSWORD, email: ' ben@buyer.example ' })).toMatch(/^pass=/)
  })

  test('locks again when its password is changed, set again, or removed while it asks for an address', async () => {
    for (const change of [{ password: 'another' }, { password: PASSWORD }, { password: null, asks_email: true }]) {
      const link = await share()
      const cookie = await passFor(link)
      expect(await statusWith(link, cookie)).toBe(200)
      await sharing.change(link, change)
      expect(await statusWith(link, cookie)).toBe(401)
    }
  })

  test('opens to everyone when its password is removed', async () => {
    const link = await share()
    await sharing.change(link, { password: null })
    expect(await statusWith(link, null)).toBe(200)
  })

  test('stays closed for another link’s cookie, an altered one, or one that is a day old', async () => {
    const [link, other] = [await share(), await share()]
    const cookie = await passFor(link)
    expect(await statusWith(other, cookie)).toBe(401)
    expect(await statusWith(link, `${cookie?.slice(0, -4)}AAAA`)).toBe(401)
    expect(await statusWith(link, `pass=${await sharing.ticket(link.token, cookie)}`)).toBe(401)
    sharing.later(DAY)
    expect(await statusWith(link, cookie)).toBe(401)
  })

  test('makes a client wait after five wrong passwords, says for how long, and lets others in', async () => {
    const link = await share()
    const tries = await Promise.all(Array.from({ length: 20 }, () => enter(link, { password: randomUUID() })))
    expect(tries.filter(({ status }) => status === 401)).toHaveLength(5)
    const { status, page, headers } = await enter(link, { password: PASSWORD })
    expect([status, page]).toMatchObject([429, { state: 'gate', problem: 'too_many' }])
    expect(headers.get('retry-after')).toBe('30')
    expect(await ask({ token: link.token, password: PASSWORD })).toMatchObject({
      status: 429,
      body: { success: false, code: 'too_many_requests' },
    })
    sharing.moveClient()
    expect(await passFor(link)).toMatch(/^pass=/)
  })

  test('does not count correct passwords, so that an office with one address gets in', async () => {
    const link = await share()
    for (let recipient = 0; recipient < 10; recipient++) expect(await passFor(link)).toMatch(/^pass=/)
  })

  test('redirects a form to its page when the link asks for nothing or is invalid', async () => {
    for (const token of [(await share({})).token, 'never-was-one']) {
      const { status, headers } = await sharing.open(token, { form: { password: PASSWORD } })
      expect([status, headers.get('location'), headers.get('set-cookie')]).toEqual([303, `/s/${token}`, null])
    }
  })

  test('refuses a form that is far too large', async () => {
    expect((await enter(await share(), { password: 'x'.repeat(20_000) })).status).toBe(413)
  })

  test('responds to programs with a code until they send everything it asks for', async () => {
    const { token } = await share({ password: PASSWORD, asks_email: true })
    const getCode = async (json: object) => {
      const { status, body } = await ask({ token, ...json })
      return [status, (body as { code?: string }).code]
    }
    expect(await getCode({})).toEqual([401, 'password_required'])
    expect(await getCode({ password: PASSWORD })).toEqual([401, 'email_required'])
    expect(await getCode({ password: 'wrong', email: 'ben@buyer.example' })).toEqual([401, 'password_required'])
    expect(await getCode({ password: PASSWORD, email: 'ben' })).toEqual([400, 'invalid_request'])
    expect(await getCode({ password: PASSWORD, email: 'ben@buyer.example' })).toEqual([200, undefined])
  })

  test('opens to programs with the ticket of an opened page, until its password changes', async () => {
    const link = await share()
    const ticket = await sharing.ticket(link.token, await passFor(link))
    expect((await ask({ token: link.token, ticket })).status).toBe(200)
    expect((await ask({ token: (await share()).token, ticket })).status).toBe(401)
    await sharing.change(link, { password: 'another' })
    expect((await ask({ token: link.token, ticket })).status).toBe(401)
  })
})

test('sets a cookie over plain http that browsers keep there', async () => {
  const sharing = await startSharing({ publicUrl: 'http://nas:3000' })
  const { token } = await sharing.share(await sharing.insertSite(), { password: PASSWORD })
  const { headers } = await sharing.open(token, { form: { password: PASSWORD } })
  expect(headers.get('set-cookie')).not.toContain('Secure')
  await sharing.close()
})
