import { generateKeyPairSync, sign, type KeyObject } from 'node:crypto'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { base58 } from '@scure/base'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '../../db/database.ts'
import { DATABASES } from '../../testing/databases.ts'
import { createTestClock, startAuthServer, type AuthServer } from '../auth-server.testing.ts'
import { getSigner } from './wallet-signatures.ts'

/** An Ethereum wallet as browsers have: it signs any message. */
function ethereumWallet() {
  const secret = secp256k1.utils.randomSecretKey()
  const key = secp256k1.getPublicKey(secret, false)
  const address: `0x${string}` = `0x${bytesToHex(keccak_256(key.subarray(1)).subarray(-20))}`
  const personalSign = (message: Uint8Array): `0x${string}` => {
    const prefix = utf8ToBytes(`\u{19}Ethereum Signed Message:\n${message.length}`)
    const [recovery = 0, ...rs] = secp256k1.sign(keccak_256(concatBytes(prefix, message)), secret, {
      prehash: false,
      format: 'recovered',
    })
    return `0x${bytesToHex(Uint8Array.from([...rs, 27 + recovery]))}`
  }
  return {
    address,
    personalSign,
    on: () => {},
    removeListener: () => {},
    request: async ({ method, params }: { method: string; params?: unknown }): Promise<unknown> => {
      if (method === 'eth_requestAccounts') return [address]
      if (method === 'eth_chainId') return '0x1'
      if (method !== 'personal_sign' || !Array.isArray(params)) throw new Error(`No such method: ${method}`)
      return personalSign(hexToBytes(String(params[0]).slice(2)))
    },
  }
}

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
    server = await startAuthServer(db, { clock: clock.now, wallets: ['ethereum', 'solana'] })
  })
  afterAll(async () => {
    await server.close()
    await db.close()
  })

  const byEthereum = (wallet: ReturnType<typeof ethereumWallet>, more: object = {}, url = `${server.url}/auth`) => {
    const signInWithEthereum = { issuedAt: clock.now(), ...more }
    const credentials = { chain: 'ethereum' as const, wallet, statement: 'I accept the terms: all of them' }
    return server.device().signInWithWeb3({ ...credentials, options: { url, signInWithEthereum } })
  }
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

  test.each(['ethereum', 'solana'])('gives a wallet of %s one account, without an address', async (chain) => {
    const wallets = { ethereum: ethereumWallet(), solana: solanaWallet() }
    const enter = (statement: object = {}) =>
      chain === 'ethereum' ? byEthereum(wallets.ethereum, statement) : bySolana(wallets.solana, statement)
    const first = await enter()
    expect(first.error).toBeNull()
    expect(first.data.user).toMatchObject({
      email: '',
      is_anonymous: false,
      app_metadata: { provider: 'web3', providers: ['web3'] },
      identities: [{ provider: 'web3', identity_data: { chain } }],
    })
    clock.advance(1000)
    const again = await enter({ nonce: 'abcdefgh12' })
    expect(again.data.user?.id).toBe(first.data.user?.id)
  })

  test('accepts a message that a wallet wrote itself', async () => {
    const wallet = solanaWallet()
    expect(await askSolana(wallet, solanaMessage(wallet.address))).toMatch(/^[\da-f-]{36}$/)
  })

  test('signs in once per message, even with another signature of it', async () => {
    const wallet = ethereumWallet()
    let seen = ''
    const spy = {
      ...wallet,
      request: async (call: { method: string; params?: unknown }) => {
        if (call.method === 'personal_sign' && Array.isArray(call.params)) seen = String(call.params[0])
        return wallet.request(call)
      },
    }
    expect((await byEthereum(spy)).error).toBeNull()
    const message = Buffer.from(seen.slice(2), 'hex').toString()
    const signature = wallet.personalSign(utf8ToBytes(message))
    expect(await ask({ chain: 'ethereum', message, signature })).toBe('invalid_credentials')
    // s becomes n - s, and the other of the two points is given: also valid, with different bytes.
    const bytes = hexToBytes(signature.slice(2))
    const s = BigInt(`0x${bytesToHex(bytes.subarray(32, 64))}`)
    const other = (secp256k1.Point.CURVE().n - s).toString(16).padStart(64, '0')
    const malleable = `0x${bytesToHex(bytes.subarray(0, 32))}${other}${bytes[64] === 27 ? '1c' : '1b'}`
    expect(await ask({ chain: 'ethereum', message, signature: malleable })).toBe('invalid_credentials')
  })

  test('refuses a message for another site, whatever part names it', async () => {
    const other = await byEthereum(ethereumWallet(), {}, 'https://evil.example/auth')
    expect(other.error).toMatchObject({ status: 400, code: 'invalid_credentials' })
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
    expect((await byEthereum(ethereumWallet(), times)).error?.code).toBe('invalid_credentials')
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
    const evil = { ...ethereumWallet(), request: ethereumWallet().request }
    const { error } = await byEthereum({
      ...evil,
      request: async (call) =>
        call.method === 'eth_requestAccounts' ? [ethereumWallet().address] : evil.request(call),
    })
    expect(error?.code).toBe('invalid_credentials')
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

test('accepts another library’s signature, and rejects an address with wrong capitalization', () => {
  // From the documentation of web3.js: `accounts.sign('Some data', '0x4c08…2318')`.
  const signed = {
    message: 'Some data',
    address: '0x2c7536E3605D9C16a7a3D7b1898e529396a65c23',
    signature:
      '0xb91467e570a6466aa9e9876cbcd013baba02900b8979d43fe208a4a4f339f5fd6007e74cd82e037b800186422fc2da167c747ef045e5d18a5f5d4300f8e1a0291c',
  }
  expect(getSigner('ethereum', signed)).toBe('0x2c7536e3605d9c16a7a3d7b1898e529396a65c23')
  expect(getSigner('ethereum', { ...signed, address: signed.address.replace('E', 'e') })).toBeNull()
})
