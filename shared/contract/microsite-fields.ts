import { z } from 'zod'
import { nameSchema } from './name.ts'
import { daysBeginningWith } from '../date-prefix.ts'
import { MAX_TITLE } from '../titles.ts'

/** How everyone in a call was informed: the recording was announced, or each consented to it. */
export const CONSENT_KINDS = ['told', 'agreed'] as const

/** An owner's statement about the participants' consent to a recording; shown to recipients and in exports. */
export const consentStatementSchema = z.object({
  kind: z.enum(CONSENT_KINDS),
  /** Display name of the person stating it; null: they gave no name. */
  by: z.string().nullable(),
  /** When it was stated. */
  at: z.iso.datetime(),
  /** How consent was obtained or recorded, in the owner's words. */
  note: z.string().nullable(),
})
export type ConsentStatement = z.infer<typeof consentStatementSchema>

/**
 * The plain fields of a microsite: single values that cards, the owner's page, recipients and the JSON export all
 * have. A field that recipients must not read belongs in `micrositeCardSchema` or `micrositeSchema` instead.
 * CONTRIBUTING.md walks through adding one.
 */
export const plainFieldsSchema = z.object({
  title: z.string(),
  description: z.string().nullable(),
  created_at: z.iso.datetime(),
  /** The date of the call, `YYYY-MM-DD`; null: unknown. */
  call_date: z.iso.date().nullable().default(null),
  duration_ms: z.number().int().nullable(),
  /** When retention removed the recording, and the transcript; null: not removed. */
  recording_removed_at: z.iso.datetime().nullable().default(null),
  transcript_removed_at: z.iso.datetime().nullable().default(null),
  /** Null: the owner made no statement. */
  consent_statement: consentStatementSchema.nullable().default(null),
})
export type PlainFields = z.infer<typeof plainFieldsSchema>

/** The part that an owner writes; the server adds name and time. */
export const consentEditSchema = z.object({
  kind: z.enum(CONSENT_KINDS),
  note: z
    .string()
    .trim()
    .max(300)
    .nullable()
    .transform((note) => note || null),
})

/** The plain fields that the owner edits, as sent with an edit. */
export const plainEditSchema = z.object({
  title: nameSchema().trim().min(1, 'Enter a title.').max(MAX_TITLE),
  description: z
    .string()
    .trim()
    .max(5000)
    .nullable()
    .transform((description) => description || null),
  call_date: z.iso.date('Enter a date.').nullable(),
})
export type PlainEdit = z.output<typeof plainEditSchema>

/** Filters of a list of microsites; an absent filter matches all. */
export const listFiltersSchema = z.object({
  /**
   * Words of the title, the description or (above the free plan) of what was said within minutes, or part of a tag's
   * name; ignores case and accents. The last word may be a prefix.
   */
  q: z.string().max(200).optional(),
  /** Name of a tag the microsite must have. */
  tag: z.string().max(50).optional(),
  /** Prefix, of any length, of the creation date (`YYYY-MM-DD`) in the user's time zone. */
  created: z
    .string()
    .refine((text) => daysBeginningWith(text) !== null, 'This date doesn’t exist.')
    .optional(),
})
