import { z } from 'zod'
import { nameSchema } from './name.ts'
import { daysBeginningWith } from '../date-prefix.ts'
import { MAX_TITLE } from '../titles.ts'

/** What everyone in a call was told or agreed to: the recording was announced, or each consented to it. */
export const CONSENT_KINDS = ['told', 'agreed'] as const

/** What an owner states of the participants' consent to a recording; shown to recipients and in exports. */
export const consentStatementSchema = z.object({
  kind: z.enum(CONSENT_KINDS),
  /** Who states it, as they go by; null: they gave no name. */
  by: z.string().nullable(),
  /** When it was stated. */
  at: z.iso.datetime(),
  /** How it was asked or recorded, in the owner's words. */
  note: z.string().nullable(),
})
export type ConsentStatement = z.infer<typeof consentStatementSchema>

/**
 * The plain fields of a microsite: single values that cards, the owner's page, recipients and the JSON export all have. A
 * field that recipients must not read doesn't belong here but in `micrositeCardSchema` or `micrositeSchema`. CONTRIBUTING.md
 * walks through adding one.
 */
export const plainFieldsSchema = z.object({
  title: z.string(),
  description: z.string().nullable(),
  created_at: z.iso.datetime(),
  /** The day of the call, `YYYY-MM-DD`; null: unknown. */
  call_date: z.iso.date().nullable().default(null),
  duration_ms: z.number().int().nullable(),
  /** When the recording, and the transcript, were removed because their time was over; null: they were not. */
  recording_removed_at: z.iso.datetime().nullable().default(null),
  transcript_removed_at: z.iso.datetime().nullable().default(null),
  /** Null: its owner states nothing. */
  consent_statement: consentStatementSchema.nullable().default(null),
})
export type PlainFields = z.infer<typeof plainFieldsSchema>

/** What an owner writes of it; who and when are the server's. */
export const consentEditSchema = z.object({
  kind: z.enum(CONSENT_KINDS),
  note: z
    .string()
    .trim()
    .max(300)
    .nullable()
    .transform((note) => note || null),
})

/** The plain fields that the owner writes, as an edit gives them. */
export const plainEditSchema = z.object({
  title: nameSchema().trim().min(1, 'Please enter a title.').max(MAX_TITLE),
  description: z
    .string()
    .trim()
    .max(5000)
    .nullable()
    .transform((description) => description || null),
  call_date: z.iso.date('Please enter a date.').nullable(),
})
export type PlainEdit = z.output<typeof plainEditSchema>

/** What a list of microsites can be narrowed to; what is absent narrows nothing. */
export const listFiltersSchema = z.object({
  /**
   * Words of the title, the description or, above the free plan, of what was said within minutes, or part of a tag's name; in
   * any case, with or without accents. The last word may be the beginning of one.
   */
  q: z.string().max(200).optional(),
  /** Name of a tag that must be there. */
  tag: z.string().max(50).optional(),
  /** Beginning, of any length, of the day of creation (`YYYY-MM-DD`) in the user's time zone. */
  created: z
    .string()
    .refine((text) => daysBeginningWith(text) !== null, 'This date doesn’t exist.')
    .optional(),
})
