import { calculateJwkThumbprint, exportJWK, generateKeyPair, importJWK, type CryptoKey, type JWK } from 'jose'
import type { Clock } from '../kernel/clock.ts'
import type { SigningKeysRepo, StoredSigningKey } from './signing-keys-repo.ts'

export const SIGNING_ALGORITHM = 'ES256'

export type SigningKeys = ReturnType<typeof createSigningKeys>

/**
 * The ES256 keys of access tokens: the first is made when it is first needed and kept in the database, so that every
 * process of this server signs and checks with the same.
 */
export function createSigningKeys({ repo, clock }: { repo: SigningKeysRepo; clock: Clock }) {
  const imported = new Map<string, Promise<CryptoKey>>()

  function importOnce(id: string, jwk: JWK): Promise<CryptoKey> {
    const known = imported.get(id) ?? importKey(jwk)
    imported.set(id, known)
    return known
  }

  async function stored(): Promise<[StoredSigningKey, ...StoredSigningKey[]]> {
    const [first, ...others] = await repo.list()
    if (first) return [first, ...others]
    await repo.insert(await generateKey(), clock())
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

async function generateKey(): Promise<StoredSigningKey> {
  const { privateKey } = await generateKeyPair(SIGNING_ALGORITHM, { extractable: true })
  const jwk = await exportJWK(privateKey)
  const kid = await calculateJwkThumbprint(jwk)
  return { kid, privateJwk: { ...jwk, kid, alg: SIGNING_ALGORITHM, use: 'sig' } }
}

function publicPart({ privateJwk: { d: _secret, ...jwk } }: StoredSigningKey): JWK {
  // auth-js imports a key only when it may verify.
  return { ...jwk, key_ops: ['verify'] }
}

async function importKey(jwk: JWK): Promise<CryptoKey> {
  const key = await importJWK(jwk, SIGNING_ALGORITHM)
  if (key instanceof Uint8Array) throw new TypeError('A signing key is not an asymmetric one')
  return key
}
