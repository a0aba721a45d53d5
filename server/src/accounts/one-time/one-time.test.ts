import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '../../db/database.ts'
import { DATABASES } from '../../testing/databases.ts'
import {
  codeIn,
  createMailbox,
  createPhone,
  createTestClock,
  linkIn,
  startAuthServer,
  type AuthServer,
} from '../auth-server.testing.ts'
import type { Accounts } from '../accounts.ts'
import { recover, requestSignIn, resendMail } from './request-email.ts'

const PASSWORD = 'long enough'

describe.each(DATABASES)('Emailed and texted tokens, on %s', (_, open) => {
  const clock = createTestClock()
  const mailbox = createMailbox({ sends: true })
  const phone = createPhone()
  let db: Database
  let server: AuthServer
  let people = 0

  beforeAll(async () => {
    db = await open()
    server = await startAuthServer(db, { clock: clock.now, mailer: mailbox, sms: phone, guests: true })
  })
  afterAll(async () => {
    await server.close()
    await db.close()
  })

  const lastMail = async (to?: string) => {
    await server.mailed()
    return mailbox.mails.findLast((mail) => to === undefined || mail.to === to)
  }
  const newAddress = () => `person${++people}@example.org`
  const newNumber = () => `+1555${String(++people).padStart(7, '0')}`
  async function newPerson() {
    const email = newAddress()
    await server.device().signUp({ email, password: PASSWORD })
    const client = server.device()
    const { error } = await client.verifyOtp({ email, type: 'signup', token: codeIn(await lastMail(email)) })
    expect(error).toBeNull()
    return { email, client }
  }

  test('sends a link and a code to sign in with; using one invalidates the other', async () => {
    const { email } = await newPerson()
    expect((await server.device().signInWithOtp({ email })).error).toBeNull()
    const mail = await lastMail(email)
    const token = codeIn(mail)
    const { data } = await server.device().verifyOtp({ email, type: 'email', token })
    expect(data.user?.email).toBe(email)
    const again = await server.device().verifyOtp({ type: 'magiclink', token_hash: linkIn(mail).token_hash })
    expect(again.error).toMatchObject({ status: 403, code: 'otp_expired' })
    expect((await server.device().verifyOtp({ email, type: 'email', token })).error?.code).toBe('otp_expired')
  })

  test('creates an account for a new address from its code, unless the client opts out', async () => {
    const email = newAddress()
    await server.device().signInWithOtp({ email, options: { shouldCreateUser: false } })
    await server.mailed()
    expect(await server.accounts.users.byEmail(email)).toBeNull()
    await server.device().signInWithOtp({ email, options: { data: { full_name: 'Ny' } } })
    const { data } = await server.device().verifyOtp({ email, type: 'email', token: codeIn(await lastMail(email)) })
    expect(data.user).toMatchObject({ email, user_metadata: { full_name: 'Ny', email_verified: true } })
  })

  test('keeps one link per purpose valid: a new one replaces the earlier one', async () => {
    const { email } = await newPerson()
    await server.device().resetPasswordForEmail(email)
    const first = linkIn(await lastMail(email)).token_hash
    await server.device().resetPasswordForEmail(email)
    const second = linkIn(await lastMail(email)).token_hash
    expect((await server.device().verifyOtp({ type: 'recovery', token_hash: first })).error?.code).toBe('otp_expired')
    expect((await server.device().verifyOtp({ type: 'recovery', token_hash: second })).error).toBeNull()
  })

  test('gives the verified owner of an address an account without a stranger’s password', async () => {
    const email = newAddress()
    await server.device().signUp({ email, password: 'the stranger’s' })
    await server.device().signInWithOtp({ email })
    const { error } = await server.device().verifyOtp({ email, type: 'email', token: codeIn(await lastMail(email)) })
    expect(error).toBeNull()
    const stranger = await server.device().signInWithPassword({ email, password: 'the stranger’s' })
    expect(stranger.error?.code).toBe('invalid_credentials')
  })

  test('returns a code for a link with a verifier, and only the client that started can exchange it', async () => {
    const { email } = await newPerson()
    for (const begin of [
      (client: ReturnType<AuthServer['pkceDevice']>) => client.signInWithOtp({ email }),
      (client: ReturnType<AuthServer['pkceDevice']>) => client.resetPasswordForEmail(email),
    ]) {
      const client = server.pkceDevice()
      const events: string[] = []
      client.onAuthStateChange((event) => void events.push(event))
      expect((await begin(client)).error).toBeNull()
      const { token_hash, type } = linkIn(await lastMail(email))
      const path = `/auth/v1/verify?token=${token_hash}&type=${type}&redirect_to=/upload`
      const followed = await server.request(path, { redirect: 'manual' })
      expect(followed.status).toBe(303)
      const target = new URL(followed.headers.get('location') ?? '')
      expect(target.pathname).toBe('/upload')
      const code = target.searchParams.get('code') ?? ''
      expect(target.hash).toBe('')
      const { data, error } = await client.exchangeCodeForSession(code)
      expect(error).toBeNull()
      expect(data.user?.email).toBe(email)
      expect(events).toContain(type === 'recovery' ? 'PASSWORD_RECOVERY' : 'SIGNED_IN')
    }
  })

  test('rejects and consumes a code injected into another client’s sign-in', async () => {
    const email = newAddress()
    const attacker = server.pkceDevice()
    await attacker.signUp({ email, password: PASSWORD })
    const { token_hash } = linkIn(await lastMail(email))
    const followed = await server.request(`/auth/v1/verify?token=${token_hash}&type=signup`, { redirect: 'manual' })
    const code = new URL(followed.headers.get('location') ?? '').searchParams.get('code') ?? ''
    const victim = server.pkceDevice()
    await victim.signInWithOtp({ email: newAddress() })
    expect((await victim.exchangeCodeForSession(code)).error?.code).toBe('bad_code_verifier')
    expect((await attacker.exchangeCodeForSession(code)).error?.code).toBe('flow_state_not_found')
  })

  test('returns the session, or the reason for a refusal, in the fragment for a link without a verifier', async () => {
    const { email } = await newPerson()
    await server.device().signInWithOtp({ email })
    const { token_hash } = linkIn(await lastMail(email))
    const follow = async () => {
      const path = `/auth/v1/verify?token=${token_hash}&type=magiclink&redirect_to=/%2509/evil.example`
      return (await server.request(path, { redirect: 'manual' })).headers.get('location') ?? ''
    }
    const location = await follow()
    expect(location).toMatch(/^\/dashboard#/)
    const values = new URLSearchParams(location.split('#')[1])
    const { error } = await server.device().setSession({
      access_token: values.get('access_token') ?? '',
      refresh_token: values.get('refresh_token') ?? '',
    })
    expect(error).toBeNull()
    expect(await follow()).toContain('error_code=otp_expired')
  })

  test('changes an address once both inboxes confirmed, and invalidates links sent to the old one', async () => {
    const { email, client } = await newPerson()
    const wanted = newAddress()
    await server.device().resetPasswordForEmail(email)
    const earlier = linkIn(await lastMail(email)).token_hash
    const { data } = await client.updateUser({ email: wanted })
    expect(data.user).toMatchObject({ email, new_email: wanted })
    const half = await server
      .device()
      .verifyOtp({ email: wanted, type: 'email_change', token: codeIn(await lastMail(wanted)) })
    expect(half).toEqual({ data: { user: null, session: null }, error: null })
    expect((await client.getUser()).data.user?.email).toBe(email)
    const { token_hash } = linkIn(await lastMail(email))
    const done = await server.device().verifyOtp({ type: 'email_change', token_hash })
    expect(done.data.user?.email).toBe(wanted)
    expect((await server.device().verifyOtp({ type: 'recovery', token_hash: earlier })).error?.code).toBe('otp_expired')
    expect((await server.device().signInWithPassword({ email: wanted, password: PASSWORD })).error).toBeNull()
    expect((await lastMail(wanted))?.subject).toContain('email address was changed')
  })

  test('accepts no confirmation of a change that was canceled or replaced', async () => {
    const { email, client } = await newPerson()
    const [first, second] = [newAddress(), newAddress()]
    await client.updateUser({ email: first })
    const toFirst = linkIn(await lastMail(first)).token_hash
    const back = await client.updateUser({ email })
    expect(back.data.user?.new_email).toBeUndefined()
    await client.updateUser({ email: second })
    // Before the second email was sent.
    const late = await server.device().verifyOtp({ type: 'email_change', token_hash: toFirst })
    expect(late.error?.code).toBe('otp_expired')
    expect((await client.getUser()).data.user).toMatchObject({ email, new_email_agreed: { old: false, new: false } })
    await server.device().verifyOtp({ type: 'email_change', token_hash: linkIn(await lastMail(second)).token_hash })
    expect((await client.getUser()).data.user).toMatchObject({ email, new_email_agreed: { old: false, new: true } })
  })

  describe('whether a wanted address has an account', () => {
    /**
     * What someone who wants an address can learn: answers, and emails to their own mailbox, without addresses and
     * proofs.
     */
    async function seenWhoWants(wanted: string) {
      const { email, client } = await newPerson()
      const same = (text: string) =>
        text
          .replaceAll(wanted, 'WANTED')
          .replaceAll(email, 'OWN')
          .replaceAll(/token_hash=[^&]+|: \d{6}\b/g, 'PROOF')
      const mailsToOwn = async () => {
        await server.mailed()
        const own = mailbox.mails.filter(({ to }) => to === email)
        return own.map(({ subject, text }) => same(`${subject} ${text}`))
      }
      const { data } = await client.updateUser({ email: wanted })
      const asked = await mailsToOwn()
      await client.resend({ type: 'email_change', email })
      const askedAgain = await mailsToOwn()
      const agreed = await server
        .device()
        .verifyOtp({ type: 'email_change', token_hash: linkIn(await lastMail(email)).token_hash })
      const { user } = (await client.getUser()).data
      return {
        answer: [Object.keys(data.user ?? {}), same(data.user?.new_email ?? '')],
        mails: { asked: asked.slice(1), askedAgain: askedAgain.slice(2) },
        agreed,
        after: [same(user?.email ?? ''), same(user?.new_email ?? ''), user && Reflect.get(user, 'new_email_agreed')],
      }
    }

    test('shows in no answer and no email to the requester’s mailbox, only in the address’s own mailbox', async () => {
      const { email: taken } = await newPerson()
      const free = newAddress()
      const [ofTaken, ofFree] = [await seenWhoWants(taken), await seenWhoWants(free)]
      expect(ofTaken).toEqual(ofFree)
      expect(ofTaken.mails).toMatchObject({ asked: [expect.any(String)], askedAgain: [expect.any(String)] })
      expect(ofTaken.after).toEqual(['OWN', 'WANTED', { old: true, new: false }])
      const subjectsTo = (address: string) =>
        mailbox.mails.filter(({ to }) => to === address).map(({ subject }) => subject)
      const already = expect.stringContaining('already have')
      expect(subjectsTo(taken)).toEqual([expect.stringContaining('Confirm your'), already, already])
      const confirm = expect.stringContaining('Confirm your new')
      expect(subjectsTo(free)).toEqual([confirm, confirm])
    })

    test('does not show in an email that is skipped because the address reached its limit', async () => {
      const { email: taken } = await newPerson()
      const free = newAddress()
      for (const wanted of [taken, free])
        for (let round = 0; round < 3; round += 1) await server.device().resetPasswordForEmail(wanted)
      expect(await seenWhoWants(taken)).toEqual(await seenWhoWants(free))
      await server.mailed()
      expect(mailbox.mails.filter(({ to }) => to === taken)).toHaveLength(3)
    })

    test('is sent to a user who verified the mailbox before it had one', async () => {
      const { email, client } = await newPerson()
      const wanted = newAddress()
      await client.updateUser({ email: wanted })
      const toNew = linkIn(await lastMail(wanted)).token_hash
      const toOld = linkIn(await lastMail(email)).token_hash
      await server.device().verifyOtp({ type: 'email_change', token_hash: toNew })
      await server.device().signUp({ email: wanted, password: PASSWORD })
      const { token_hash } = linkIn(await lastMail(wanted))
      await server.device().verifyOtp({ type: 'signup', token_hash })
      const late = await server.device().verifyOtp({ type: 'email_change', token_hash: toOld })
      expect(late.error?.code).toBe('email_exists')
    })
  })

  test('sends the email for a change of address again on request', async () => {
    const { email, client } = await newPerson()
    const wanted = newAddress()
    await client.updateUser({ email: wanted })
    await server.mailed()
    const before = mailbox.mails.length
    expect((await client.resend({ type: 'email_change', email })).error).toBeNull()
    await server.mailed()
    expect(mailbox.mails.slice(before).map(({ to }) => to)).toEqual([wanted, email])
  })

  test('checks the current password when it is given', async () => {
    const { client } = await newPerson()
    const wrong = await client.updateUser({ password: 'a new password', current_password: 'wrong' })
    expect(wrong.error).toMatchObject({ status: 400, code: 'invalid_credentials' })
    const right = await client.updateUser({ password: 'a new password', current_password: PASSWORD })
    expect(right.error).toBeNull()
  })

  test('requires the password or an emailed code to change sign-in methods in a session older than a day', async () => {
    const { email, client } = await newPerson()
    clock.advance(25 * 60 * 60_000)
    await client.refreshSession()
    const password = 'a new password'
    expect((await client.updateUser({ password })).error).toMatchObject({
      status: 400,
      code: 'reauthentication_needed',
    })
    expect((await client.reauthenticate()).error).toBeNull()
    const nonce = codeIn(await lastMail(email))
    expect((await client.updateUser({ password, nonce: '12345' })).error?.code).toBe('reauthentication_not_valid')
    expect((await client.updateUser({ password, nonce })).error).toBeNull()
    expect((await lastMail(email))?.subject).toContain('password was changed')
  })

  test('signs up a phone number, waits for its code, and signs it in by password and by code', async () => {
    const number = newNumber()
    const { data, error } = await server.device().signUp({ phone: number, password: PASSWORD })
    expect(error).toBeNull()
    expect(data.session).toBeNull()
    expect(data.user).toMatchObject({ phone: number, user_metadata: { phone_verified: false } })
    const early = await server.device().signInWithPassword({ phone: number, password: PASSWORD })
    expect(early.error?.code).toBe('phone_not_confirmed')
    expect((await server.device().resend({ type: 'sms', phone: number })).error).toBeNull()
    await server.accounts.background.settled()
    const token = codeIn(phone.messages.at(-1))
    expect(phone.messages.at(-1)?.to).toBe(number)
    const confirmed = await server.device().verifyOtp({ phone: number, token, type: 'sms' })
    expect(confirmed.data.user?.phone_confirmed_at).toBeTruthy()
    expect((await server.device().signInWithPassword({ phone: number.slice(1), password: PASSWORD })).error).toBeNull()
    await server.device().signInWithOtp({ phone: number })
    await server.accounts.background.settled()
    const otp = { phone: number, token: codeIn(phone.messages.at(-1)), type: 'sms' } as const
    expect((await server.device().verifyOtp(otp)).data.user?.phone).toBe(number)
  })

  test('ignores an added phone number until its code is confirmed', async () => {
    const { client } = await newPerson()
    const number = newNumber()
    const { data } = await client.updateUser({ phone: number })
    expect(data.user).toMatchObject({ phone: '', user_metadata: { phone_verified: false } })
    const token = codeIn(phone.messages.at(-1))
    const proved = await client.verifyOtp({ phone: number, token, type: 'phone_change' })
    expect(proved.data.user).toMatchObject({ phone: number, user_metadata: { phone_verified: true } })
    expect((await (await newPerson()).client.updateUser({ phone: number })).error?.code).toBe('phone_exists')
  })

  test('gives a guest no password and turns the guest into a user with the first verified address', async () => {
    const client = server.device()
    const { data } = await client.signInAnonymously({ options: { data: { full_name: 'G' } } })
    expect(data.user).toMatchObject({ is_anonymous: true, email: '', identities: [] })
    expect((await client.getClaims()).data?.claims).toMatchObject({
      is_anonymous: true,
      amr: [{ method: 'anonymous' }],
    })
    expect((await client.updateUser({ password: PASSWORD })).error?.code).toBe('validation_failed')
    const email = newAddress()
    expect((await client.updateUser({ email })).error).toBeNull()
    const token = codeIn(await lastMail(email))
    const full = await client.verifyOtp({ email, token, type: 'email_change' })
    expect(full.data.user).toMatchObject({ id: data.user?.id, is_anonymous: false, email })
    expect((await client.updateUser({ password: PASSWORD })).error).toBeNull()
  })

  test('answers recover, resend and otp before looking up the account, and all after the same delay', async () => {
    const { email } = await newPerson()
    const client = { address: '192.0.2.1', userAgent: undefined }
    const pauses: number[] = []
    for (const address of [email, newAddress()]) {
      const request = { email: address, redirectTo: undefined, client }
      for (const answer of [
        (accounts: Accounts) => recover(accounts, request),
        (accounts: Accounts) => resendMail(accounts, { ...request, type: 'signup' }),
        (accounts: Accounts) => requestSignIn(accounts, { ...request, createUser: false, data: {} }),
      ]) {
        const begun: (() => Promise<void>)[] = []
        const lookups: string[] = []
        await answer({
          ...server.accounts,
          background: {
            ...server.accounts.background,
            run: (_what, task) => void begun.push(task),
            pause: async (ms) => void pauses.push(ms),
          },
          users: {
            ...server.accounts.users,
            byEmail: async (of) => (lookups.push(of), server.accounts.users.byEmail(of)),
          },
        })
        expect([begun.length, lookups]).toEqual([1, []])
        await begun[0]?.()
        expect(new Set(lookups)).toEqual(new Set([address]))
      }
    }
    // Longer than the work behind the answer, which would delay the next one.
    expect(pauses).toEqual(Array.from({ length: 6 }, () => 150))
  })
})
