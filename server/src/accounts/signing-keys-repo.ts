import { asc, eq } from 'drizzle-orm'
import type { JWK } from 'jose'
import type { Database } from '../db/database.ts'

export interface StoredSigningKey {
  kid: string
  /** The public part, with the private one in `sealed`; of earlier versions the private key as it is. */
  jwk: JWK & { sealed?: string }
}

export type SigningKeysRepo = ReturnType<typeof createSigningKeysRepo>

/** The keys that access tokens are signed with. */
export function createSigningKeysRepo(db: Database) {
  const { signingKeys } = db.schema
  return {
    async insert({ kid, jwk }: StoredSigningKey, now: Date): Promise<void> {
      await db.insert(signingKeys).values({ kid, privateJwk: { ...jwk }, createdAt: now })
    },

    async replace({ kid, jwk }: StoredSigningKey): Promise<void> {
      await db
        .update(signingKeys)
        .set({ privateJwk: { ...jwk } })
        .where(eq(signingKeys.kid, kid))
    },

    /** Oldest first. */
    list(): Promise<StoredSigningKey[]> {
      return db
        .select({ kid: signingKeys.kid, jwk: signingKeys.privateJwk })
        .from(signingKeys)
        .orderBy(asc(signingKeys.createdAt), asc(signingKeys.kid))
    },
  }
}
