import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '../db/database.ts'
import type { Mailer } from '../mail/mailer.ts'
import { DATABASES } from '../testing/databases.ts'
import { createMailbox, createTestClock, linkIn, startAuthServer, type AuthServer } from './auth-server.testing.ts'

describe.each(DATABASES)('On %s', (_, open) => {
  describe('Sign-up with email confirmation', () => {
    const mailbox = createMailbox({ sends: true })
    const clock = createTestClock()
    let db: Database
    let server: AuthServer

    beforeAll(async () => {
      db = await open()
      server = await startAuthServer(db, { mailer: mailbox, clock: clock.now })
    })
    afterAll(async () => {
      await server.close()
      await db.close()
    })

    const signUp = (email: string, password = 'long enough', full_name = 'Cy') =>
      server
        .device()
        .signUp({ email, password, options: { data: { full_name }, emailRedirectTo: `${server.url}/upload` } })
    const signIn = (email: string, password = 'long enough') => server.device().signInWithPassword({ email, password })
    const lastMail = async () => {
      await server.mailed()
      return mailbox.mails.at(-1)
    }

    test('waits for confirmation, which signs in and verifies the address', async () => {
      const { data, error } = await signUp('cy@example.org')
      expect(error).toBeNull()
      expect(data.session).toBeNull()
      expect(data.user).toMatchObject({
        email: 'cy@example.org',
        user_metadata: { full_name: 'Cy', email_verified: false },
      })
      expect((await signIn('cy@example.org')).error).toMatchObject({ status: 400, code: 'email_not_confirmed' })
      expect((await signIn('cy@example.org', 'a wrong one')).error?.code).toBe('invalid_credentials')

      const link = linkIn(await lastMail())
      expect(link).toMatchObject({ path: '/auth/confirm', type: 'signup', redirect_to: '/upload' })
      const confirmed = await server.device().verifyOtp({ type: 'email', token_hash: link.token_hash })
      expect(confirmed.data.user?.user_metadata.email_verified).toBe(true)
      expect(confirmed.data.user?.email_confirmed_at).toBeTruthy()
      expect(confirmed.data.session).not.toBeNull()
      expect((await signIn('cy@example.org')).error).toBeNull()
    })

    test('gives a known address the same answer as a new one, and emails it a notice', async () => {
      await signUp('dee@example.org')
      await server.device().verifyOtp({ type: 'signup', token_hash: linkIn(await lastMail()).token_hash })
      const known = await signUp('dee@example.org')
      const knownMail = await lastMail()
      const fresh = await signUp('eve@example.org')

      expect(known.error).toBeNull()
      expect(known.data.session).toBeNull()
      expect(Object.keys(known.data.user ?? {})).toEqual(Object.keys(fresh.data.user ?? {}))
      expect(known.data.user?.identities).toHaveLength(1)
      expect(known.data.user).not.toHaveProperty('last_sign_in_at')
      expect(knownMail).toMatchObject({ to: 'dee@example.org', subject: expect.stringContaining('already have') })
      expect(knownMail?.text).not.toContain('token_hash')
    })

    test('reveals nothing on a second sign-up: the ID in the answer never belongs to an account', async () => {
      const first = await signUp('fay@example.org')
      const second = await signUp('fay@example.org')
      expect(first.data.user?.id).not.toBe(second.data.user?.id)
      expect(await server.accounts.users.byId(first.data.user?.id ?? '')).toBeNull()
    })

    test('accepts a link for one hour, and only for its own purpose', async () => {
      await signUp('hal@example.org')
      const { token_hash } = linkIn(await lastMail())
      expect((await server.device().verifyOtp({ type: 'recovery', token_hash })).error?.code).toBe('otp_expired')
      clock.advance(61 * 60_000)
      expect((await server.device().verifyOtp({ type: 'signup', token_hash })).error?.code).toBe('otp_expired')
    })

    test('resends a pending confirmation, and sends no email otherwise', async () => {
      await signUp('ida@example.org')
      await server.mailed()
      const before = mailbox.mails.length
      for (const email of ['ida@example.org', 'dee@example.org', 'unknown@example.org']) {
        expect((await server.device().resend({ type: 'signup', email })).error).toBeNull()
      }
      await server.mailed()
      expect(mailbox.mails.slice(before).map((mail) => mail.to)).toEqual(['ida@example.org'])
      expect(
        (await server.device().verifyOtp({ type: 'signup', token_hash: linkIn(await lastMail()).token_hash })).error,
      ).toBeNull()
    })

    test('sends an address at most three emails in five minutes, with the same answers', async () => {
      const email = 'jo@example.org'
      await signUp(email)
      await server.mailed()
      const stranger = server.device()
      await stranger.signInWithPassword({ email: 'cy@example.org', password: 'long enough' })
      const replies = []
      for (let round = 0; round < 5; round++) {
        replies.push((await server.device().resend({ type: 'signup', email })).error)
        replies.push((await server.device().resetPasswordForEmail(email)).error)
        replies.push((await signUp(email, 'the latest one')).error)
        replies.push((await stranger.updateUser({ email })).error)
      }
      expect(replies).toEqual(replies.map(() => null))
      await server.mailed()
      expect(mailbox.mails.filter(({ to }) => to === email)).toHaveLength(3)
      expect((await signIn(email, 'the latest one')).error?.code, 'only the first sign-up has a password').toBe(
        'invalid_credentials',
      )
    })

    test('emails a wanted address three times in five minutes across accounts, with the same answers', async () => {
      const email = 'lee@example.org'
      const replies = []
      for (const own of ['kim1@example.org', 'kim2@example.org']) {
        await signUp(own)
        const client = server.device()
        await client.verifyOtp({ type: 'signup', token_hash: linkIn(await lastMail()).token_hash })
        for (let round = 0; round < 3; round++) {
          const { data, error } = await client.updateUser({ email })
          replies.push(error ?? data.user.new_email)
        }
        expect((await client.resend({ type: 'email_change', email: own })).error).toBeNull()
      }
      expect(replies).toEqual(replies.map(() => email))
      await server.mailed()
      expect(mailbox.mails.filter(({ to }) => to === email)).toHaveLength(3)
    })
  })

  test('retries an email that the mail server refused, without storing a secret for it in the database', async () => {
    let broken = true
    const mailbox = createMailbox({ sends: true })
    const mailer: Mailer = {
      sends: true,
      send: (mail) => (broken ? Promise.reject(new Error('no route')) : mailbox.send(mail)),
    }
    const clock = createTestClock()
    const db = await open()
    const server = await startAuthServer(db, { mailer, clock: clock.now })

    expect((await server.device().signUp({ email: 'jo@example.org', password: 'long enough' })).error).toBeNull()
    await server.mailed()
    broken = false
    await server.mailed()
    expect(mailbox.mails, 'before its time').toEqual([])
    clock.advance(5_000)
    await server.mailed()
    expect(mailbox.mails.map(({ to }) => to)).toEqual(['jo@example.org'])
    const { token_hash } = linkIn(mailbox.mails[0])
    const stored = JSON.stringify([await db.select().from(db.schema.events), await db.select().from(db.schema.jobs)])
    for (const secret of [token_hash, 'jo@example.org']) expect(stored).not.toContain(secret)
    expect((await server.device().verifyOtp({ type: 'signup', token_hash })).error).toBeNull()
    await server.close()
    await db.close()
  })
})
