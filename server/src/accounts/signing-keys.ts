import { hkdfSync } from 'node:crypto'
import {
  calculateJwkThumbprint,
  compactDecrypt,
  CompactEncrypt,
  errors,
  exportJWK,
  generateKeyPair,
  importJWK,
  type CryptoKey,
  type JWK,
} from 'jose'
import { z } from 'zod'
import type { Clock } from '../kernel/clock.ts'
import type { SigningKeysRepo, StoredSigningKey } from './signing-keys-repo.ts'

export const SIGNING_ALGORITHM = 'ES256'
const SEAL = { alg: 'dir', enc: 'A256GCM', cty: 'jwk+json' } as const
const privatePartSchema = z.object({ d: z.string() })

export type SigningKeys = ReturnType<typeof createSigningKeys>

interface SigningKey {
  kid: string
  privateJwk: JWK
}

/**
 * The ES256 keys of access tokens: the first is made when it is first needed and kept in the database, so that every
 * process of this server signs and checks with the same. Their private parts are kept as encrypted JWKs (RFC 7517,
 * section 7); a key that this secret doesn't open is none of this server's.
 * @param secretKey the server's secret; the encryption key is derived from it.
 */
export function createSigningKeys({
  repo,
  clock,
  secretKey,
}: {
  repo: SigningKeysRepo
  clock: Clock
  secretKey: string
}) {
  const imported = new Map<string, Promise<CryptoKey>>()
  /** By their sealed parts. */
  const opened = new Map<string, string | null>()
  const sealingKey = new Uint8Array(hkdfSync('sha256', secretKey, '', 'signing keys of access tokens', 32))

  function importOnce(id: string, jwk: JWK): Promise<CryptoKey> {
    const known = imported.get(id) ?? importKey(jwk)
    imported.set(id, known)
    return known
  }

  async function seal({ kid, privateJwk: { d, ...jwk } }: SigningKey): Promise<StoredSigningKey> {
    const content = new TextEncoder().encode(JSON.stringify({ d }))
    const sealed = await new CompactEncrypt(content).setProtectedHeader({ ...SEAL, kid }).encrypt(sealingKey)
    return { kid, jwk: { ...jwk, sealed } }
  }

  async function open({ kid, jwk: { sealed, ...jwk } }: StoredSigningKey): Promise<SigningKey[]> {
    if (sealed === undefined) {
      // An earlier version kept it readable.
      await repo.replace(await seal({ kid, privateJwk: jwk }))
      return [{ kid, privateJwk: jwk }]
    }
    const known = opened.get(sealed)
    const d = known === undefined ? await unseal(sealed) : known
    opened.set(sealed, d)
    return d === null ? [] : [{ kid, privateJwk: { ...jwk, d } }]
  }

  async function unseal(sealed: string): Promise<string | null> {
    try {
      const { plaintext } = await compactDecrypt(sealed, sealingKey, {
        keyManagementAlgorithms: [SEAL.alg],
        contentEncryptionAlgorithms: [SEAL.enc],
      })
      return privatePartSchema.parse(JSON.parse(new TextDecoder().decode(plaintext))).d
    } catch (error) {
      if (error instanceof errors.JOSEError) return null
      throw error
    }
  }

  async function stored(): Promise<[SigningKey, ...SigningKey[]]> {
    const [first, ...others] = (await Promise.all((await repo.list()).map(open))).flat()
    if (first) return [first, ...others]
    await repo.insert(await seal(await generateKey()), clock())
    // Another process may have been as quick; read again, so that both agree on the oldest.
    return stored()
  }

  return {
    /** The key to sign with. */
    async current(): Promise<{ kid: string; key: CryptoKey }> {
      const [{ kid, privateJwk }] = await stored()
      return { kid, key: await importOnce(`private ${kid}`, privateJwk) }
    },

    /** The key to check a signature with; null when this server has no such key. */
    async byKid(kid: string): Promise<CryptoKey | null> {
      const known = imported.get(`public ${kid}`)
      if (known) return known
      const entry = (await stored()).find((key) => key.kid === kid)
      return entry ? importOnce(`public ${kid}`, publicPart(entry)) : null
    },

    /** What clients may know, as a JSON Web Key Set. */
    async jwks(): Promise<{ keys: JWK[] }> {
      return { keys: (await stored()).map(publicPart) }
    },
  }
}

async function generateKey(): Promise<SigningKey> {
  const { privateKey } = await generateKeyPair(SIGNING_ALGORITHM, { extractable: true })
  const jwk = await exportJWK(privateKey)
  const kid = await calculateJwkThumbprint(jwk)
  return { kid, privateJwk: { ...jwk, kid, alg: SIGNING_ALGORITHM, use: 'sig' } }
}

function publicPart({ privateJwk: { d: _secret, ...jwk } }: SigningKey): JWK {
  // auth-js imports a key only when it may verify.
  return { ...jwk, key_ops: ['verify'] }
}

async function importKey(jwk: JWK): Promise<CryptoKey> {
  const key = await importJWK(jwk, SIGNING_ALGORITHM)
  if (key instanceof Uint8Array) throw new TypeError('A signing key is not an asymmetric one')
  return key
}
