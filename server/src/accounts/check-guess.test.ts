import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '../db/database.ts'
import { MOST_GUESSES } from '../limits/guess-limiter.ts'
import { DATABASES } from '../testing/databases.ts'
import {
  codeIn,
  createMailbox,
  createTestClock,
  linkIn,
  startAuthServer,
  type AuthServer,
} from './auth-server.testing.ts'
import { totp } from './factors/totp.testing.ts'

const PASSWORD = 'long enough'
const DAY = 24 * 60 * 60_000
const GUESSED = /Someone entered too many wrong/

describe.each(DATABASES)('Wrong codes, on %s', (_, open) => {
  const clock = createTestClock()
  const mailbox = createMailbox({ sends: true })
  let db: Database
  let server: AuthServer
  let people = 0

  beforeAll(async () => {
    db = await open()
    server = await startAuthServer(db, { clock: clock.now, mailer: mailbox })
  })
  afterAll(async () => {
    await server.close()
    await db.close()
  })

  const lastMail = async (to: string) => {
    await server.mailed()
    return mailbox.mails.findLast((mail) => mail.to === to)
  }
  const mailsOfGuessing = async (to: string) => {
    await server.mailed()
    return mailbox.mails.filter((mail) => mail.to === to && GUESSED.test(mail.text))
  }
  async function newOwner() {
    const email = `owner${++people}@example.org`
    const client = server.device()
    await client.signUp({ email, password: PASSWORD })
    expect((await client.verifyOtp({ email, type: 'signup', token: codeIn(await lastMail(email)) })).error).toBeNull()
    return { email, client }
  }
  async function newOwnerWithTotp() {
    const owner = await newOwner()
    const { data } = await owner.client.mfa.enroll({ factorType: 'totp' })
    const [factorId, secret] = [data?.id ?? '', data?.totp.secret ?? '']
    const code = totp(secret, clock.now())
    expect((await owner.client.mfa.challengeAndVerify({ factorId, code })).error).toBeNull()
    clock.advance(30_000)
    return { ...owner, factorId, secret }
  }
  async function mailedCode(email: string, device = server.device()) {
    await device.signInWithOtp({ email })
    const mail = await lastMail(email)
    const code = codeIn(mail)
    return { code, wrong: code === '000000' ? '000001' : '000000', link: linkIn(mail) }
  }

  /** A client at another IP address. */
  const clientAt = (address: string) => {
    const ask = async (path: string, json: unknown, token = '') => {
      const headers = { 'x-forwarded-for': address, ...(token && { authorization: `Bearer ${token}` }) }
      const reply = await server.request(path, { json, headers })
      return { status: reply.status, wait: reply.headers.get('retry-after'), body: (await reply.json()) as Answer }
    }
    return {
      verify: (email: string, token: string) => ask('/auth/v1/verify', { type: 'email', email, token }),
      verifyText: (phone: string, token: string) => ask('/auth/v1/verify', { type: 'sms', phone, token }),
      follow: (link: { token_hash: string }) =>
        ask('/auth/v1/verify', { type: 'magiclink', token_hash: link.token_hash }),
      /** @returns the token of a session without its second factor. */
      withPassword: async (email: string) =>
        (await ask('/auth/v1/token?grant_type=password', { email, password: PASSWORD })).body.access_token ?? '',
      async answer(token: string, factorId: string, code: string) {
        const { body: asked } = await ask(`/auth/v1/factors/${factorId}/challenge`, {}, token)
        return ask(`/auth/v1/factors/${factorId}/verify`, { challenge_id: asked.id, code }, token)
      },
      recover: (token: string, code: string) => ask('/auth/v1/factors/recovery-codes/verify', { code }, token),
    }
  }
  interface Answer {
    id?: string
    access_token?: string
    msg?: string
  }
  const stranger = (number: number) => clientAt(`192.0.2.${number}`)

  test('make their client wait longer each time, and leave the code valid for the owner', async () => {
    const { email } = await newOwner()
    const { code, wrong } = await mailedCode(email)
    for (let tries = 0; tries < 5; tries++) expect((await stranger(1).verify(email, wrong)).status).toBe(403)
    expect(await stranger(1).verify(email, wrong)).toMatchObject({ status: 429, wait: '30' })
    clock.advance(30_000)
    expect((await stranger(1).verify(email, wrong)).status).toBe(403)
    expect(await stranger(1).verify(email, code), 'the right one too').toMatchObject({ status: 429, wait: '60' })
    const owner = await server.device().verifyOtp({ email, type: 'email', token: code })
    expect(owner.data.user?.email).toBe(email)
  })

  test('get the same answers for an address without an account', async () => {
    const statuses = []
    for (let tries = 0; tries < 6; tries++)
      statuses.push((await stranger(1).verify('unknown@example.org', '000000')).status)
    expect(statuses).toEqual([403, 403, 403, 403, 403, 429])
  })

  test('leave new clients only the link after fifty a day, and email the owner, whose device still works', async () => {
    const { email } = await newOwner()
    const first = await mailedCode(email)
    for (let number = 1; number <= MOST_GUESSES; number++)
      expect((await stranger(number).verify(email, first.wrong)).status).toBe(403)
    for (let number = 51; number < 55; number++) {
      const { status, wait, body } = await stranger(number).verify(email, first.code)
      expect([status, body.msg]).toEqual([
        429,
        'Too many wrong codes today. Use the link in the email, or try again tomorrow.',
      ])
      expect(Number(wait)).toBeGreaterThan(60 * 60)
    }
    expect(await mailsOfGuessing(email)).toHaveLength(1)
    const owner = await server.device().verifyOtp({ email, type: 'email', token: first.code })
    expect(owner.data.user?.email, 'on the device they use').toBe(email)
    const second = await mailedCode(email)
    expect((await stranger(60).follow(second.link)).status, 'on a new device').toBe(200)
    clock.advance(DAY)
    const third = await mailedCode(email, server.deviceAt('192.0.2.7'))
    expect((await stranger(61).verify(email, third.code)).status, 'a day later').toBe(200)
    expect(await mailsOfGuessing(email)).toHaveLength(1)
  })

  test('of a text message leave new clients no link', async () => {
    const phone = '+15550001111'
    for (let number = 1; number <= MOST_GUESSES; number++) await stranger(number).verifyText(phone, '000000')
    const { status, body } = await stranger(99).verifyText(phone, '000000')
    expect([status, body.msg]).toEqual([429, 'Too many wrong codes today. Try again tomorrow.'])
  })

  test('still count after a restart, in another process', async () => {
    const { email } = await newOwner()
    const { wrong } = await mailedCode(email)
    for (let tries = 0; tries < 5; tries++) await stranger(1).verify(email, wrong)
    const running = server
    server = await startAuthServer(db, { clock: clock.now, mailer: mailbox })
    expect((await stranger(1).verify(email, wrong)).status).toBe(429)
    await server.close()
    server = running
  })

  test('of a second factor leave new clients only a recovery code, while the owner’s device still works', async () => {
    const { email, client, factorId, secret } = await newOwnerWithTotp()
    const { data: codes } = await client.mfa.recoveryCodes.generate()
    const stolen = await stranger(1).withPassword(email)
    for (let number = 1; number <= MOST_GUESSES; number++)
      expect((await stranger(number).answer(stolen, factorId, '000000')).status).toBe(422)
    const newDevice = await stranger(70).withPassword(email)
    const right = totp(secret, clock.now())
    const refused = await stranger(70).answer(newDevice, factorId, right)
    expect(refused).toMatchObject({
      status: 429,
      body: { msg: 'Too many wrong codes today. Use a recovery code, or try again tomorrow.' },
    })
    expect((await stranger(70).recover(newDevice, codes?.codes[0] ?? '')).status).toBe(200)
    const own = server.device()
    await own.signInWithPassword({ email, password: PASSWORD })
    expect((await own.mfa.challengeAndVerify({ factorId, code: right })).error).toBeNull()
    expect(await mailsOfGuessing(email)).toHaveLength(1)
  })

  test('don’t count as a known device’s when the client knows the password', async () => {
    const { email, factorId } = await newOwnerWithTotp()
    const stolen = await stranger(1).withPassword(email)
    for (let number = 2; number <= MOST_GUESSES + 1; number++) await stranger(number).answer(stolen, factorId, '000000')
    const { body } = await stranger(1).answer(stolen, factorId, '000000')
    expect(body.msg).toContain('Use a recovery code, or try again tomorrow')
  })

  test('accepts an authenticator’s code once, in its time step and the next, across processes', async () => {
    const { email, factorId, secret } = await newOwnerWithTotp()
    // A stopped clock: no time step ends while the test runs.
    const now = new Date(clock.now().getTime() + 60_000)
    const start = () => startAuthServer(db, { clock: () => now, mailer: mailbox })
    const [one, other] = [await start(), await start()]
    const answer = async (code: string, running: AuthServer) => {
      const device = running.device()
      await device.signInWithPassword({ email, password: PASSWORD })
      return (await device.mfa.challengeAndVerify({ factorId, code })).error?.code
    }
    const codeAt = (steps: number) => totp(secret, new Date(now.getTime() + steps * 30_000))
    expect(await answer(codeAt(1), one), 'of the future').toBe('mfa_verification_failed')
    expect(await answer(codeAt(-2), one), 'too old').toBe('mfa_verification_failed')
    expect(await answer(codeAt(-1), one), 'of the step before').toBeUndefined()
    expect([await answer(codeAt(0), other), await answer(codeAt(0), one), await answer(codeAt(0), other)]).toEqual([
      undefined,
      'mfa_verification_failed',
      'mfa_verification_failed',
    ])
    await Promise.all([one.close(), other.close()])
  })

  test('of the current password are limited in a hijacked session', async () => {
    const { client } = await newOwner()
    const guess = async (word: string) => (await client.updateUser({ current_password: word })).error?.code
    const codes = []
    for (let tries = 0; tries < 6; tries++) codes.push(await guess('a guess'))
    expect(codes.slice(4)).toEqual(['invalid_credentials', 'over_request_rate_limit'])
    clock.advance(30_000)
    expect(await guess(PASSWORD)).toBeUndefined()
  })
})
