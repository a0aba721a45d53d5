import { asc, eq, lte } from 'drizzle-orm'
import type { JWK } from 'jose'
import type { Database } from '../../db/database.ts'

/** `next`: published, but not used yet; `previous`: verifies its tokens until the last one has expired. */
export type KeyState = 'next' | 'current' | 'previous'

export interface StoredSigningKey {
  kid: string
  /** The public part, with the private one in `sealed`. */
  jwk: JWK & { sealed: string }
  state: KeyState
  /** Null: it is in use, or will be. */
  retiresAt: Date | null
}

export type SigningKeysRepo = ReturnType<typeof createSigningKeysRepo>

/** The signing keys of access tokens. */
export function createSigningKeysRepo(db: Database) {
  const { signingKeys } = db.schema
  return {
    async insert({ jwk, ...key }: StoredSigningKey, now: Date): Promise<void> {
      await db.insert(signingKeys).values({ ...key, privateJwk: { ...jwk }, createdAt: now })
    },

    /** Makes a key the signing key, and limits the current one to verification. */
    async promote(kid: string, retiresAt: Date): Promise<void> {
      await db.batch((tx) => [
        tx.update(signingKeys).set({ state: 'previous', retiresAt }).where(eq(signingKeys.state, 'current')),
        tx.update(signingKeys).set({ state: 'current' }).where(eq(signingKeys.kid, kid)),
      ])
    },

    async removeRetired(now: Date): Promise<void> {
      await db.delete(signingKeys).where(lte(signingKeys.retiresAt, now))
    },

    /** Oldest first. */
    list(): Promise<StoredSigningKey[]> {
      return db
        .select({
          kid: signingKeys.kid,
          jwk: signingKeys.privateJwk,
          state: signingKeys.state,
          retiresAt: signingKeys.retiresAt,
        })
        .from(signingKeys)
        .orderBy(asc(signingKeys.createdAt), asc(signingKeys.kid))
    },
  }
}
