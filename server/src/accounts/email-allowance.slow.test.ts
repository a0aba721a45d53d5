import type { GoTrueClient } from '@supabase/auth-js'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Database } from '../db/database.ts'
import { createMemoryRateLimiter } from '../limits/rate-limiter-memory.ts'
import { openMemory } from '../testing/databases.ts'
import {
  createMailbox,
  createTestClock,
  createTestProvider,
  linkIn,
  startAuthServer,
  type AuthServer,
} from './auth-server.testing.ts'
import { createAuthenticator } from './factors/soft-authenticator.testing.ts'
import { totp } from './factors/totp.testing.ts'

const ORIGIN = 'http://localhost:3000'
const PASSWORD = 'long enough'
const TOTP_STEP_MS = 30_000

const PROVIDER = createTestProvider(() => null)

const limiter = createMemoryRateLimiter()
const mailbox = createMailbox({ sends: true })
const clock = createTestClock()
let db: Database
let server: AuthServer
let people = 0
let email: string
let client: GoTrueClient
beforeAll(async () => {
  db = await openMemory()
  // Browsers don't create passkeys for an IP address.
  const options = {
    mailer: mailbox,
    limiter,
    clock: clock.now,
    publicUrl: () => ORIGIN,
    providers: [PROVIDER],
  }
  server = await startAuthServer(db, options)
})
afterAll(async () => {
  await server.close()
  await db.close()
})
beforeEach(async () => {
  email = `person${++people}@example.org`
  client = await newPerson(email)
  mailbox.mails.length = 0
})

async function newPerson(address: string): Promise<GoTrueClient> {
  const device = server.device()
  // Emails another client asked for don't count.
  await server.deviceAt('192.0.2.1').signUp({ email: address, password: PASSWORD })
  await server.mailed()
  const { token_hash } = linkIn(mailbox.mails.at(-1))
  expect((await device.verifyOtp({ type: 'signup', token_hash })).error).toBeNull()
  return device
}

/** The client library returns refusals as values instead of throwing. */
type Reply = Promise<{ error: { status?: number | undefined; code?: string | undefined } | null }>

const addTotp = async (): Reply => {
  const { data, error } = await client.mfa.enroll({ factorType: 'totp', friendlyName: 'App' })
  if (error) return { error }
  clock.advance(TOTP_STEP_MS)
  return client.mfa.challengeAndVerify({ factorId: data.id, code: totp(data.totp.secret, clock.now()) })
}
const removeTotp = async (): Reply => {
  const factors = (await client.mfa.listFactors()).data?.totp ?? []
  return factors[0] ? client.mfa.unenroll({ factorId: factors[0].id }) : { error: null }
}
const addPasskey = async (): Reply => {
  const { data } = await client.passkey.startRegistration()
  const credential = createAuthenticator({ origin: ORIGIN }).create(data?.options ?? { challenge: '' })
  return client.passkey.verifyRegistration({ challengeId: data?.challenge_id ?? '', credential: credential as never })
}
const removePasskey = async (): Reply => {
  const [first] = (await client.passkey.list()).data ?? []
  return first ? client.passkey.delete({ passkeyId: first.id }) : { error: null }
}
const linkIdentity = (round: number): Reply =>
  client.linkIdentity({ provider: PROVIDER.name, token: `${email} ${round}` })
const unlinkIdentity = async (): Reply => {
  const linked = (await client.getUserIdentities()).data?.identities.find(({ provider }) => provider === PROVIDER.name)
  return linked ? client.unlinkIdentity(linked) : { error: null }
}

interface Way {
  /** Each call triggers one email. */
  acts: ((round: number) => Reply)[]
  /** Maximum emails in five minutes. */
  most: number
}
const WAYS: Record<string, Way> = {
  'asks for a code to show who they are': { acts: [() => client.reauthenticate()], most: 3 },
  'changes the password': {
    acts: [(round) => client.updateUser({ password: `a new password ${round}` })],
    most: 3,
  },
  'adds and removes an authenticator app': { acts: [addTotp, removeTotp], most: 5 },
  'adds and removes a passkey': { acts: [addPasskey, removePasskey], most: 5 },
  'adds and removes a sign-in by a provider': { acts: [linkIdentity, unlinkIdentity], most: 5 },
}

test.each(Object.entries(WAYS))(
  'refuses a client that %s too often, and emails about every change it made',
  async (_, { acts, most }) => {
    for (let round = 0; mailbox.mails.length < most; round += 1) {
      const act = acts[round % acts.length]
      expect((await act?.(round))?.error).toBeNull()
      await server.mailed()
      expect(mailbox.mails.map(({ to }) => to)).toEqual(Array.from({ length: round + 1 }, () => email))
    }
    for (let round = most; round < most + 2; round += 1)
      expect((await acts[most % acts.length]?.(round))?.error).toMatchObject({
        status: 429,
        code: 'over_request_rate_limit',
      })
    await server.mailed()
    expect(mailbox.mails).toHaveLength(most)
  },
)

test('emails a requester’s mailbox at most three times for several wanted addresses, with equal answers', async () => {
  for (let round = 0; round < 5; round += 1) {
    const wanted = `wanted${round}-${email}`
    expect((await client.updateUser({ email: wanted })).data.user?.new_email).toBe(wanted)
  }
  await server.mailed()
  expect(mailbox.mails.filter(({ to }) => to === email)).toHaveLength(3)
})

test('sends no sign-up email to an address after three other emails to it, and answers as usual', async () => {
  const wanted = `victim-${email}`
  for (let round = 0; round < 3; round += 1) await client.updateUser({ email: wanted })
  const { data, error } = await server.device().signUp({ email: wanted, password: PASSWORD })
  expect([data.user?.email, error]).toEqual([wanted, null])
  await server.mailed()
  expect(mailbox.mails.filter(({ to }) => to === wanted)).toHaveLength(3)
})

const ASKS: Record<string, (device: GoTrueClient, address: string) => Promise<{ error: unknown }>> = {
  'a sign-up': (device, address) => device.signUp({ email: address, password: PASSWORD }),
  'a password reset': (device, address) => device.resetPasswordForEmail(address),
  'a sign-in link': (device, address) => device.signInWithOtp({ email: address }),
}
test.each(Object.entries(ASKS))(
  'sends the email for %s to the owner after strangers used up their requests',
  async (_, ask) => {
    for (const stranger of ['198.51.100.1', '198.51.100.2', '198.51.100.3'])
      for (let round = 0; round < 12; round += 1) await ask(server.deviceAt(stranger), email)
    await server.mailed()
    expect(mailbox.mails).toHaveLength(9)
    expect((await ask(server.deviceAt('192.0.2.2'), email)).error).toBeNull()
    await server.mailed()
    expect(mailbox.mails).toHaveLength(10)
  },
)

test('emails at most thirty links to an address in five minutes, however many clients ask', async () => {
  for (let stranger = 1; stranger <= 40; stranger += 1)
    await server.deviceAt(`198.51.100.${stranger}`).resetPasswordForEmail(email)
  await server.mailed()
  // Another email confirmed the sign-up.
  expect(mailbox.mails).toHaveLength(29)
})

test('emails about a new password even after other requests and changes reached their limits', async () => {
  for (let round = 0; round < 4; round += 1) await server.device().resetPasswordForEmail(email)
  for (let round = 0; round < 6; round += 1) await (round % 2 === 0 ? addPasskey() : removePasskey())
  await server.mailed()
  mailbox.mails.length = 0
  expect((await client.updateUser({ password: 'a new password' })).error).toBeNull()
  await server.mailed()
  expect(mailbox.mails.map(({ subject }) => subject)).toEqual(['Your Callfolio password was changed'])
})

test('removes a factor and its codes only when both emails may be sent', async () => {
  expect((await addTotp()).error).toBeNull()
  expect((await client.mfa.recoveryCodes.generate()).error).toBeNull()
  for (const act of [addPasskey, removePasskey]) expect((await act()).error).toBeNull()
  expect((await removeTotp()).error).toMatchObject({ code: 'over_request_rate_limit' })
  expect((await client.mfa.listFactors()).data?.totp).toHaveLength(1)
})

test('takes nothing from the allowance when one of the emails of a refused action exceeds it', async () => {
  for (const act of [addTotp, () => client.mfa.recoveryCodes.generate(), addPasskey, removePasskey])
    expect((await act()).error).toBeNull()
  for (let round = 0; round < 3; round += 1)
    expect((await removeTotp()).error).toMatchObject({ code: 'over_request_rate_limit' })
  expect((await addPasskey()).error).toBeNull()
  expect((await removePasskey()).error).toMatchObject({ code: 'over_request_rate_limit' })
  await server.mailed()
  expect(mailbox.mails).toHaveLength(5)
})

test('sends no email for a wrong code while a factor is being added', async () => {
  const { data } = await client.mfa.enroll({ factorType: 'totp', friendlyName: 'App' })
  if (data === null) throw new Error('not enrolled')
  for (let round = 0; round < 6; round += 1) {
    const wrong = await client.mfa.challengeAndVerify({ factorId: data.id, code: '000000' })
    expect(wrong.error?.code).toBe('mfa_verification_failed')
    // The next guess is checked after a wait.
    clock.advance(60_000)
  }
  const code = totp(data.totp.secret, clock.now())
  expect((await client.mfa.challengeAndVerify({ factorId: data.id, code })).error).toBeNull()
})
