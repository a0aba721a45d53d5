import { asc } from 'drizzle-orm'
import type { JWK } from 'jose'
import type { Database } from '../db/database.ts'

export interface StoredSigningKey {
  kid: string
  privateJwk: JWK
}

export type SigningKeysRepo = ReturnType<typeof createSigningKeysRepo>

/** The keys that access tokens are signed with. */
export function createSigningKeysRepo(db: Database) {
  const { signingKeys } = db.schema
  return {
    async insert({ kid, privateJwk }: StoredSigningKey, now: Date): Promise<void> {
      await db.insert(signingKeys).values({ kid, privateJwk: { ...privateJwk }, createdAt: now })
    },

    /** Oldest first. */
    list(): Promise<StoredSigningKey[]> {
      return db
        .select({ kid: signingKeys.kid, privateJwk: signingKeys.privateJwk })
        .from(signingKeys)
        .orderBy(asc(signingKeys.createdAt), asc(signingKeys.kid))
    },
  }
}
