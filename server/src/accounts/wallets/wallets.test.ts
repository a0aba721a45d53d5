import { generateKeyPairSync, sign, type KeyObject } from 'node:crypto'
import { base58 } from '@scure/base'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '../../db/database.ts'
import { DATABASES } from '../../testing/databases.ts'
import { createTestClock, startAuthServer, type AuthServer } from '../auth-server.testing.ts'

/** A Solana wallet with Node's keys. */
function solanaWallet() {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  const address = base58.encode(publicKey.export({ type: 'spki', format: 'der' }).subarray(-32))
  return {
    address,
    publicKey: { toBase58: () => address },
    privateKey,
    signMessage: async (message: Uint8Array) => new Uint8Array(sign(null, message, privateKey)),
  }
}
const signSolana = (message: string, key: KeyObject) => new Uint8Array(sign(null, Buffer.from(message), key))

describe.each(DATABASES)('Signing in with a wallet, on %s', (_, open) => {
  const clock = createTestClock()
  let db: Database
  let server: AuthServer

  beforeAll(async () => {
    db = await open()
    server = await startAuthServer(db, { clock: clock.now, wallets: ['solana'] })
  })
  afterAll(async () => {
    await server.close()
    await db.close()
  })

  const bySolana = (wallet: ReturnType<typeof solanaWallet>, more: object = {}, url = `${server.url}/auth`) => {
    const signInWithSolana = { issuedAt: clock.now().toISOString(), ...more }
    return server.device().signInWithWeb3({ chain: 'solana', wallet, options: { url, signInWithSolana } })
  }
  /** A message as wallets write it themselves. */
  const solanaMessage = (address: string, change: (text: string) => string = (text) => text) =>
    change(
      [
        `${new URL(server.url).host} wants you to sign in with your Solana account:`,
        address,
        '',
        'Welcome',
        '',
        `URI: ${server.url}/auth`,
        'Version: 1',
        'Chain ID: mainnet',
        'Nonce: abcdefgh12',
        `Issued At: ${clock.now().toISOString()}`,
        'Resources:',
        '- https://example.org/terms',
      ].join('\n'),
    )
  const ask = async (json: unknown) => {
    const reply = await server.request('/auth/v1/token?grant_type=web3', { json })
    const body = (await reply.json()) as { error_code?: string; user?: { id: string } }
    return body.error_code ?? body.user?.id
  }
  const askSolana = (wallet: ReturnType<typeof solanaWallet>, message: string) => {
    const signature = Buffer.from(signSolana(message, wallet.privateKey)).toString('base64url')
    return ask({ chain: 'solana', message, signature })
  }

  test('gives a wallet one account, without an address', async () => {
    const wallet = solanaWallet()
    const first = await bySolana(wallet)
    expect(first.error).toBeNull()
    expect(first.data.user).toMatchObject({
      email: '',
      is_anonymous: false,
      app_metadata: { provider: 'web3', providers: ['web3'] },
      identities: [{ provider: 'web3', identity_data: { chain: 'solana' } }],
    })
    clock.advance(1000)
    const again = await bySolana(wallet, { nonce: 'abcdefgh12' })
    expect(again.data.user?.id).toBe(first.data.user?.id)
  })

  test('accepts a message that a wallet wrote itself', async () => {
    const wallet = solanaWallet()
    expect(await askSolana(wallet, solanaMessage(wallet.address))).toMatch(/^[\da-f-]{36}$/)
  })

  test('signs in once per message', async () => {
    const wallet = solanaWallet()
    const message = solanaMessage(wallet.address)
    expect(await askSolana(wallet, message)).toMatch(/^[\da-f-]{36}$/)
    expect(await askSolana(wallet, message)).toBe('invalid_credentials')
  })

  test('refuses a message for another site, whatever part names it', async () => {
    const wallet = solanaWallet()
    for (const change of [
      (text: string) => text.replace(/^\S+/, 'evil.example'),
      (text: string) => text.replace(/^/, 'https://'),
      (text: string) => text.replace(/URI: .*/, 'URI: https://evil.example/auth'),
      (text: string) => text.replace(/URI: http:\/\/[^/]*/, (own) => `${own}@evil.example`),
    ])
      expect(await askSolana(wallet, solanaMessage(wallet.address, change))).toBe('invalid_credentials')
  })

  test.each([
    ['eleven minutes old', { issuedAt: -11 }],
    ['of two minutes ahead', { issuedAt: 2 }],
    ['that is over', { expirationTime: 0 }],
    ['that is not valid yet', { notBefore: 1 }],
  ])('refuses a message %s', async (_what, minutes) => {
    const times = Object.fromEntries(
      Object.entries(minutes).map(([name, given]) => [name, new Date(clock.now().getTime() + given * 60_000)]),
    )
    const texts = Object.fromEntries(Object.entries(times).map(([name, time]) => [name, time.toISOString()]))
    expect((await bySolana(solanaWallet(), texts)).error?.code).toBe('invalid_credentials')
  })

  test('refuses an ambiguous message', async () => {
    const wallet = solanaWallet()
    const at = () => clock.now().toISOString()
    for (const change of [
      (text: string) => text.replace('Version: 1', 'Version: 1\nVersion: 1'),
      (text: string) => text.replace('Version: 1', 'Version: 2'),
      (text: string) => text.replace('Version: 1\n', ''),
      (text: string) => text.replace('Nonce: abcdefgh12', 'Nonce: short'),
      (text: string) => text.replace('Nonce: ', 'Sum: '),
      (text: string) => text.replace('\nURI', '\nmore\nURI'),
      (text: string) => text.replace('Welcome', 'Wel\r\ncome'),
      (text: string) => text.replace(at().slice(0, 4), 'next year '),
      (text: string) => text.replace('Solana', 'Ethereum'),
    ])
      expect(await askSolana(wallet, solanaMessage(wallet.address, change))).toBe('validation_failed')
  })

  test('refuses another wallet’s signature, or one of another message', async () => {
    const [mine, thief] = [solanaWallet(), solanaWallet()]
    const message = solanaMessage(mine.address)
    expect(await askSolana({ ...thief, address: mine.address }, message)).toBe('invalid_credentials')
    const signature = Buffer.from(signSolana(`${message} `, mine.privateKey)).toString('base64url')
    expect(await ask({ chain: 'solana', message, signature })).toBe('invalid_credentials')
    expect(await ask({ chain: 'solana', message, signature: 'AAAA' })).toBe('invalid_credentials')
  })

  test('deletes used messages once they have expired', async () => {
    await bySolana(solanaWallet())
    const { spentProofs } = db.schema
    const latest = await db.select().from(spentProofs)
    expect(latest.length).toBeGreaterThan(0)
    await server.accounts.spentProofs.removeExpired(new Date(clock.now().getTime() + 12 * 60_000))
    expect(await db.$count(spentProofs)).toBe(0)
  })
})

test('signs in no wallet where wallets are not configured or sign-ups are closed', async () => {
  const [, open] = DATABASES[0] ?? []
  const db = await open?.()
  if (!db) throw new Error('no database')
  for (const [options, code] of [
    [{}, 'web3_provider_disabled'],
    [{ wallets: ['solana'] as const, signup: 'closed' as const }, 'signup_disabled'],
  ] as const) {
    const server = await startAuthServer(db, options)
    const refused = await server
      .device()
      .signInWithWeb3({ chain: 'solana', wallet: solanaWallet(), options: { url: server.url } })
    expect(refused.error).toMatchObject({ status: 422, code })
    await server.close()
  }
  await db.close()
})
