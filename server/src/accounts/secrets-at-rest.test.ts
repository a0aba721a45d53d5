import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '../db/database.ts'
import { DATABASES } from '../testing/databases.ts'
import { codeIn, createMailbox, createPhone, linkIn, startAuthServer, type AuthServer } from './auth-server.testing.ts'
import { totp } from './factors/totp.testing.ts'
import { createGithubProvider } from './providers/github.ts'

const PASSWORD = 'a secret password'

describe.each(DATABASES)('At rest, on %s', (_, open) => {
  const mailbox = createMailbox({ sends: true })
  const phone = createPhone()
  let db: Database
  let server: AuthServer
  beforeAll(async () => {
    db = await open()
    const providers = [createGithubProvider({ clientId: 'client', clientSecret: 'secret' })]
    server = await startAuthServer(db, { mailer: mailbox, sms: phone, providers })
  })
  afterAll(async () => {
    await server.close()
    await db.close()
  })

  const mailTo = async (email: string) => {
    await server.mailed()
    return mailbox.mails.findLast(({ to }) => to === email)
  }

  /** Every value of every row. */
  async function everything(): Promise<string[]> {
    const rows: object[] = (await Promise.all(Object.values(db.schema).map((table) => db.select().from(table)))).flat()
    return rows.flatMap((row) => Object.values(row).map((value) => JSON.stringify(value) ?? ''))
  }

  test('stores no credential in plain text in any table', async () => {
    const email = 'ann@example.org'
    const client = server.device()
    await client.signUp({ email, password: PASSWORD })
    const { data } = await client.verifyOtp({ email, type: 'signup', token: codeIn(await mailTo(email)) })
    const secrets = new Map([
      ['a password', PASSWORD],
      ['an access token', data.session?.access_token],
      ['a refresh token', data.session?.refresh_token],
    ])

    const app = await client.mfa.enroll({ factorType: 'totp' })
    if (app.data?.type !== 'totp') throw new Error('no app')
    secrets.set('the secret of an app', app.data.totp.secret)
    await client.mfa.challengeAndVerify({ factorId: app.data.id, code: totp(app.data.totp.secret, new Date()) })
    for (const code of (await client.mfa.recoveryCodes.generate()).data?.codes ?? [])
      secrets.set(`recovery code ${code}`, code.replace('-', ''))

    const texted = await client.mfa.enroll({ factorType: 'phone', phone: '+15550001111' })
    await client.mfa.challenge({ factorId: texted.data?.id ?? '', channel: 'sms' })
    secrets.set('a texted code', codeIn(phone.messages.at(-1)))

    await server.device().resetPasswordForEmail(email)
    const mail = await mailTo(email)
    secrets.set('a mailed code', codeIn(mail)).set('a mailed link', linkIn(mail).token_hash)

    const other = server.pkceDevice()
    await other.signInWithOtp({ email })
    const { token_hash } = linkIn(await mailTo(email))
    const path = `/auth/v1/verify?token=${token_hash}&type=magiclink`
    const followed = await server.request(path, { redirect: 'manual' })
    const target = new URL(followed.headers.get('location') ?? '', server.url)
    secrets.set('a code for a session', target.searchParams.get('code') ?? undefined)

    const begun = await server.request('/auth/v1/authorize?provider=github', { redirect: 'manual' })
    const state = new URL(begun.headers.get('location') ?? '').searchParams.get('state')
    secrets.set('the state of a sign-in', state ?? undefined)
    secrets.set('what binds it to a browser', /=([^;]+)/.exec(begun.headers.getSetCookie()[0] ?? '')?.[1])

    const stored = await everything()
    expect(stored.some((value) => value.includes(email))).toBe(true)
    expect(secrets.size).toBe(20)
    for (const [what, secret] of secrets) {
      expect(secret, what).toBeTruthy()
      // Six digits may occur in a longer number by chance.
      const clear = new RegExp(String.raw`(?<![\w.-])${secret}(?![\w.-])`)
      expect(
        stored.filter((value) => clear.test(value)),
        what,
      ).toEqual([])
    }
    const signing = await db.select().from(db.schema.signingKeys)
    for (const { privateJwk } of signing) expect(Object.keys(privateJwk)).not.toContain('d')
  })
})
