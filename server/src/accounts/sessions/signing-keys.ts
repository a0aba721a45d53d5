import { calculateJwkThumbprint, exportJWK, generateKeyPair, importJWK, type CryptoKey, type JWK } from 'jose'
import { z } from 'zod'
import type { Clock } from '../../kernel/clock.ts'
import { createSeal } from '../../kernel/seal.ts'
import type { KeyState, SigningKeysRepo, StoredSigningKey } from './signing-keys-repo.ts'

export const SIGNING_ALGORITHM = 'ES256'
const privatePartSchema = z.object({ d: z.string() })

export type SigningKeys = ReturnType<typeof createSigningKeys>

interface SigningKey extends Pick<StoredSigningKey, 'kid' | 'state' | 'retiresAt'> {
  privateJwk: JWK
}

/** A process notices another one's key change within this time. */
const NOTICED_MS = 10_000
/** Tokens from a process that had not noticed yet are accepted for this long. */
const MARGIN_MS = 60_000

/**
 * The ES256 keys of access tokens: created when first needed and stored in the database, so that every process of this
 * server signs and verifies with the same. Private parts are stored as encrypted JWKs (RFC 7517, section 7); a key that
 * this secret can't decrypt is not this server's.
 * @param secretKey the server's secret; the encryption key is derived from it.
 * @param tokenMs how long a token is valid.
 */
export function createSigningKeys({
  repo,
  clock,
  secretKey,
  tokenMs,
}: {
  repo: SigningKeysRepo
  clock: Clock
  secretKey: string
  tokenMs: number
}) {
  const imported = new Map<string, Promise<CryptoKey>>()
  /** By sealed private part. */
  const opened = new Map<string, string | null>()
  let read: { at: number; keys: SigningKey[] } | null = null
  const sealing = createSeal(secretKey, 'signing keys of access tokens')

  function importOnce(id: string, jwk: JWK): Promise<CryptoKey> {
    const known = imported.get(id) ?? importKey(jwk)
    imported.set(id, known)
    return known
  }

  async function seal({ kid, privateJwk: { d, ...jwk } }: Pick<SigningKey, 'kid' | 'privateJwk'>) {
    return { kid, jwk: { ...jwk, sealed: await sealing.seal({ d }, { kid, cty: 'jwk+json' }) } }
  }

  async function open({ jwk: { sealed, ...jwk }, ...key }: StoredSigningKey): Promise<SigningKey[]> {
    const known = opened.get(sealed)
    const d = known === undefined ? await unseal(sealed) : known
    opened.set(sealed, d)
    return d === null ? [] : [{ ...key, privateJwk: { ...jwk, d } }]
  }

  async function unseal(sealed: string): Promise<string | null> {
    const content = await sealing.open(sealed)
    return content === null ? null : privatePartSchema.parse(content).d
  }

  /** The valid keys, oldest first. @param asOf the maximum age of the cached keys. */
  async function stored(asOf = 0): Promise<SigningKey[]> {
    const now = clock()
    if (read === null || now.getTime() - read.at >= asOf)
      read = { at: now.getTime(), keys: (await Promise.all((await repo.list()).map(open))).flat() }
    return read.keys.filter(({ retiresAt }) => retiresAt === null || retiresAt > now)
  }

  async function make(state: KeyState): Promise<void> {
    await repo.insert({ ...(await seal(await generateKey())), state, retiresAt: null }, clock())
  }

  /** Another process may have created one at the same time: after reading again, both agree on the oldest. */
  async function oldest(state: KeyState, asOf?: number): Promise<SigningKey> {
    const found = (await stored(asOf)).find((key) => key.state === state)
    if (found) return found
    await make(state)
    const agreed = await oldest(state)
    read = null
    return agreed
  }

  return {
    /** The key to sign with. */
    async current(): Promise<{ kid: string; key: CryptoKey }> {
      const { kid, privateJwk } = await oldest('current', NOTICED_MS)
      return { kid, key: await importOnce(`private ${kid}`, privateJwk) }
    },

    /** The key to verify a signature with; null when this server has no such key. */
    async byKid(kid: string): Promise<CryptoKey | null> {
      const isIt = (key: SigningKey) => key.kid === kid
      const entry = (await stored(NOTICED_MS)).find(isIt) ?? (await stored()).find(isIt)
      return entry ? importOnce(`public ${kid}`, publicPart(entry)) : null
    },

    /** The public keys as a JSON Web Key Set. */
    async jwks(): Promise<{ keys: JWK[] }> {
      await oldest('current')
      return { keys: (await stored()).map(publicPart) }
    },

    /** Ensures there is a key to sign with, and a next one that is published before it is needed. */
    async prepare(): Promise<void> {
      await oldest('current')
      await oldest('next')
    },

    /** Signs with the next key from now on. Tokens signed with the current one stay valid until they expire. */
    async rotate(): Promise<void> {
      const { kid } = await oldest('next')
      await repo.promote(kid, new Date(clock().getTime() + tokenMs + MARGIN_MS))
      await oldest('next')
    },

    /** For the operator; oldest first. */
    async describe(): Promise<Pick<SigningKey, 'kid' | 'state' | 'retiresAt'>[]> {
      return (await stored()).map(({ kid, state, retiresAt }) => ({ kid, state, retiresAt }))
    },

    /** Deletes keys whose tokens have all expired. */
    removeRetired: () => repo.removeRetired(clock()),
  }
}

async function generateKey(): Promise<Pick<SigningKey, 'kid' | 'privateJwk'>> {
  const { privateKey } = await generateKeyPair(SIGNING_ALGORITHM, { extractable: true })
  const jwk = await exportJWK(privateKey)
  const kid = await calculateJwkThumbprint(jwk)
  return { kid, privateJwk: { ...jwk, kid, alg: SIGNING_ALGORITHM, use: 'sig' } }
}

function publicPart({ privateJwk: { d: _secret, ...jwk } }: Pick<SigningKey, 'privateJwk'>): JWK {
  // auth-js imports a key only if it is limited to verification.
  return { ...jwk, key_ops: ['verify'] }
}

async function importKey(jwk: JWK): Promise<CryptoKey> {
  const key = await importJWK(jwk, SIGNING_ALGORITHM)
  if (key instanceof Uint8Array) throw new TypeError('A signing key is not an asymmetric one')
  return key
}
