import * as z from 'zod/mini'
import { KEPT_PARTS } from './retention.ts'

/** Grace period after a person asks for the deletion of their account. */
export const DELETION_WAIT_DAYS = 7

/**
 * Record of a deleted microsite, or of a part removed by retention: when, how much, and a digest of the files' names
 * and sizes; no content.
 */
const deletionReceiptSchema = z.object({
  id: z.string(),
  microsite_id: z.string(),
  /** `page`: all of it. */
  part: z.enum(KEPT_PARTS),
  deleted_at: z.iso.datetime(),
  /** Null: some files still have to be removed. */
  finished_at: z.nullable(z.iso.datetime()),
  objects: z.int(),
  links: z.int(),
  /** SHA-256, hexadecimal. */
  digest: z.string(),
})
export type DeletionReceipt = z.infer<typeof deletionReceiptSchema>

/** Progress of an import, in microsites. */
/** How many of the archive's microsites are done. */
export const importProgressSchema = z.object({ done: z.int(), of: z.int() })
export type ImportProgress = z.infer<typeof importProgressSchema>

/** Answer of GET /api/account/data. */
export const ownDataSchema = z.object({
  /** When the account will be deleted; null: never. */
  deletion_due_at: z.nullable(z.iso.datetime()),
  /** The newest first. */
  receipts: z.array(deletionReceiptSchema),
  /** Null: no import is running, or another process runs it. */
  importing: z.nullable(importProgressSchema),
})
export type OwnData = z.infer<typeof ownDataSchema>

/** Body of POST /api/account/deletion: proof of identity; neither is needed after a recent sign-in. */
export const accountDeletionSchema = z.object({
  password: z.optional(z.string().check(z.minLength(1, 'Enter your password.'), z.maxLength(1000))),
  /** The code from the identity service's `reauthenticate`. */
  nonce: z.optional(z.string().check(z.trim(), z.minLength(1, 'Enter the code.'), z.maxLength(64))),
})

/** Answer of POST /api/account/export: a link that starts the download, valid for a minute. */
export const exportLinkSchema = z.object({ path: z.string() })

/** Answer of POST /api/account/import. */
export const importResultSchema = z.object({
  /** Microsites that were imported, and that existed already. */
  imported: z.int(),
  known: z.int(),
  /** What was left out: its folder in the archive, and why. */
  left: z.array(z.object({ name: z.string(), reason: z.string() })),
})
export type ImportResult = z.infer<typeof importResultSchema>

export const OWN_DATA_PATHS = {
  data: '/api/account/data',
  deletion: '/api/account/deletion',
  export: '/api/account/export',
  import: '/api/account/import',
} as const
