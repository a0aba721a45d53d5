import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '../../db/database.ts'
import { DATABASES } from '../../testing/databases.ts'
import { codeIn, createMailbox, linkIn, startAuthServer, type AuthServer } from '../auth-server.testing.ts'

const PASSWORD = 'long enough'

/** An attacker starts a session or a sign-in and gets another person to continue it. */
describe.each(DATABASES)('A flow started by an attacker, on %s', (_, open) => {
  const mailbox = createMailbox({ sends: true })
  let db: Database
  let server: AuthServer
  let people = 0
  beforeAll(async () => {
    db = await open()
    server = await startAuthServer(db, { mailer: mailbox, guests: true })
  })
  afterAll(async () => {
    await server.close()
    await db.close()
  })

  const mailTo = async (email: string) => {
    await server.mailed()
    return mailbox.mails.findLast(({ to }) => to === email)
  }
  async function newPerson() {
    const email = `person${++people}@example.org`
    const client = server.device()
    await client.signUp({ email, password: PASSWORD })
    const { data } = await client.verifyOtp({ email, type: 'signup', token: codeIn(await mailTo(email)) })
    if (!data.session) throw new Error('no session')
    return { email, client, session: data.session }
  }
  const getSessionId = async (token: string) => (await server.accounts.tokens.verify(token))?.session_id

  test('does not change a sign-in, which opens its own session whatever token it is sent with', async () => {
    const victim = await newPerson()
    const attacker = server.device()
    const { data: guest } = await attacker.signInAnonymously()
    const headers = { authorization: `Bearer ${guest.session?.access_token}` }
    const json = { email: victim.email, password: PASSWORD, refresh_token: guest.session?.refresh_token }
    const reply = await server.request('/auth/v1/token?grant_type=password', { json, headers })
    const opened = (await reply.json()) as { access_token: string; refresh_token: string }
    expect(await getSessionId(opened.access_token)).not.toBe(await getSessionId(guest.session?.access_token ?? ''))
    expect(opened.refresh_token).not.toBe(guest.session?.refresh_token)
    const { data } = await attacker.refreshSession()
    expect(data.user, 'the guest is who it was').toMatchObject({ id: guest.user?.id, is_anonymous: true })
  })

  test('opens the victim’s own session when they enter a code, and leaves the attacker’s unchanged', async () => {
    const victim = await newPerson()
    const attacker = server.device()
    const { data: guest } = await attacker.signInAnonymously()
    await attacker.signInWithOtp({ email: victim.email })
    const headers = { authorization: `Bearer ${guest.session?.access_token}` }
    const json = { email: victim.email, type: 'email', token: codeIn(await mailTo(victim.email)) }
    const reply = await server.request('/auth/v1/verify', { json, headers })
    expect(reply.status).toBe(200)
    expect((await attacker.getUser()).data.user?.id).toBe(guest.user?.id)
  })

  test('opens nothing to an attacker who requested a recovery link, wherever it is followed', async () => {
    const victim = await newPerson()
    const attacker = server.pkceDevice()
    await attacker.resetPasswordForEmail(victim.email, { redirectTo: `${server.url}/auth/reset-password` })
    const { token_hash: token } = linkIn(await mailTo(victim.email))
    const query = new URLSearchParams({ token, type: 'recovery', redirect_to: '/auth/reset-password' })
    const reply = await server.request(`/auth/v1/verify?${query}`, { redirect: 'manual' })
    const back = new URL(reply.headers.get('location') ?? '', server.url)
    expect(back.origin, 'the code comes to this server’s own page').toBe(server.url)
    expect(back.hash, 'and no session with it').toBe('')
    const code = back.searchParams.get('code') ?? ''
    expect(code).not.toBe('')
    // The victim's browser has no verifier, or one of another sign-in.
    expect((await server.pkceDevice().exchangeCodeForSession(code)).error).not.toBeNull()
    const other = await server.device('v'.repeat(43)).exchangeCodeForSession(code)
    expect(other.error?.code).toBe('bad_code_verifier')
    expect((await attacker.exchangeCodeForSession(code)).error, 'the code is spent').not.toBeNull()
    expect((await attacker.getSession()).data.session).toBeNull()
  })
})
