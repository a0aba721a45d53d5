import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Database } from '../db/database.ts'
import { DATABASES } from '../testing/databases.ts'
import {
  codeIn,
  createMailbox,
  createPhone,
  createTestClock,
  startAuthServer,
  type AuthServer,
} from './auth-server.testing.ts'
import { totp } from './factors/totp.testing.ts'
import { requireOwner } from './proof-of-person.ts'

const DAY = 24 * 60 * 60 * 1000
const client = { address: '192.0.2.1', userAgent: undefined }

describe.each(DATABASES)('Irreversible actions, on %s', (_, open) => {
  let db: Database
  let server: AuthServer
  const clock = createTestClock()
  const mailbox = createMailbox({ sends: true })
  const phone = createPhone()
  beforeEach(async () => {
    db = await open()
    server = await startAuthServer(db, { clock: clock.now, mailer: mailbox, sms: phone })
  })
  afterEach(async () => {
    await server.close()
    await db.close()
  })

  const ask = async (token: string | undefined, given: { currentPassword?: string; nonce?: string } = {}) => {
    const claims = await server.accounts.tokens.verify(token ?? '')
    return requireOwner(server.accounts, {
      sessionId: claims?.session_id ?? '',
      userId: claims?.sub ?? '',
      given,
      client,
    })
  }

  test('accept a code emailed to a user without a password, once', async () => {
    const device = server.device()
    const email = 'ann@example.org'
    await device.signInWithOtp({ email })
    await server.mailed()
    const { data } = await device.verifyOtp({ email, token: codeIn(mailbox.mails.at(-1)), type: 'email' })
    const token = data.session?.access_token
    await device.reauthenticate()
    await server.mailed()
    const nonce = codeIn(mailbox.mails.at(-1))
    await expect(ask(token, { nonce: '000000' })).rejects.toThrow(
      'This code is wrong or has expired. Request a new one.',
    )
    await ask(token, { nonce })
    await expect(ask(token, { nonce })).rejects.toThrow('This code is wrong or has expired. Request a new one.')
    await expect(ask(token, { currentPassword: 'guessed' })).rejects.toThrow('The password is incorrect.')
  })

  test('accept a code texted to a user who signed in by phone', async () => {
    const device = server.device()
    const number = '+15551234567'
    await device.signInWithOtp({ phone: number })
    await server.accounts.background.settled()
    const { data } = await device.verifyOtp({ phone: number, token: codeIn(phone.messages.at(-1)), type: 'sms' })
    await device.reauthenticate()
    await ask(data.session?.access_token, { nonce: codeIn(phone.messages.at(-1)) })
  })

  test('text a client at most five codes an hour to a number, whatever they are for', async () => {
    const device = server.device()
    const number = '+15551234568'
    await device.signInWithOtp({ phone: number })
    await server.accounts.background.settled()
    await device.verifyOtp({ phone: number, token: codeIn(phone.messages.at(-1)), type: 'sms' })
    const before = phone.messages.length
    for (let asked = 0; asked < 4; asked += 1) expect((await device.reauthenticate()).error).toBeNull()
    expect((await device.reauthenticate()).error).toMatchObject({ status: 429, code: 'over_request_rate_limit' })
    expect(phone.messages).toHaveLength(before + 4)
  })

  test('require the password, even right after sign-in, unless a second factor was given', async () => {
    const device = server.device()
    const [email, password] = ['bob@example.org', 'long enough']
    await device.signUp({ email, password })
    await server.mailed()
    await device.verifyOtp({ email, token: codeIn(mailbox.mails.at(-1)), type: 'signup' })
    const token = async () => (await device.getSession()).data.session?.access_token
    await expect(ask(await token())).rejects.toThrow('Enter your password.')
    await ask(await token(), { currentPassword: password })
    const { data } = await device.mfa.enroll({ factorType: 'totp' })
    const answer = async () =>
      device.mfa.challengeAndVerify({
        factorId: data?.id ?? '',
        code: totp(data?.totp.secret ?? '', clock.now()),
      })
    expect((await answer()).error).toBeNull()
    await expect(ask(await token()), 'a factor that was just added').rejects.toThrow('Enter your password.')
    clock.advance(DAY)
    await device.refreshSession()
    expect((await answer()).error).toBeNull()
    await ask(await token())
    clock.advance(DAY)
    await device.refreshSession()
    await expect(ask(await token())).rejects.toThrow('Enter your password.')
  })

  test('limit password guesses', async () => {
    const device = server.device()
    const { data } = await device.signUp({ email: 'cy@example.org', password: 'long enough' })
    expect(data.user).not.toBeNull()
    await server.mailed()
    await device.verifyOtp({ email: 'cy@example.org', token: codeIn(mailbox.mails.at(-1)), type: 'signup' })
    const token = (await device.getSession()).data.session?.access_token
    for (let guess = 0; guess < 5; guess++)
      await expect(ask(token, { currentPassword: `guess ${guess}` })).rejects.toMatchObject({ code: 'forbidden' })
    await expect(ask(token, { currentPassword: 'long enough' })).rejects.toMatchObject({ code: 'too_many_requests' })
  })
})
