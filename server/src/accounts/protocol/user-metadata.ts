import { nameSchema } from '@callfolio/shared/contract/name.ts'
import { z } from 'zod'
import type { UserMetadata } from '../../db/tables/users.table.ts'
import { AuthError } from './auth-error.ts'

const MAXIMUM_METADATA_BYTES = 8 * 1024

/** The metadata that a client may set. A null removes the field. */
export const userMetadataSchema = z.looseObject({
  full_name: z.nullish(nameSchema().check(z.trim(), z.maxLength(200))),
  time_zone: z.string().max(64).nullish(),
})

export type GivenMetadata = z.infer<typeof userMetadataSchema>

/**
 * Merges the client's metadata into the stored metadata.
 * @throws {AuthError} validation_failed when the result would exceed 8 KB.
 */
export function mergeMetadata(known: UserMetadata, given: GivenMetadata): UserMetadata {
  const merged = Object.fromEntries(
    Object.entries({ ...known, ...given }).filter(([, value]) => value !== null && value !== undefined),
  )
  if (Buffer.byteLength(JSON.stringify(merged)) > MAXIMUM_METADATA_BYTES) {
    throw new AuthError('validation_failed', `User metadata must not exceed ${MAXIMUM_METADATA_BYTES} bytes`)
  }
  return merged
}
