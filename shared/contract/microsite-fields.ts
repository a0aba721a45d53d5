import * as z from 'zod/mini'
import { nameSchema } from './name.ts'
import { daysBeginningWith } from '../date-prefix.ts'
import { MAX_TITLE } from '../titles.ts'

/** How everyone in a call was informed: the recording was announced, or each consented to it. */
export const CONSENT_KINDS = ['told', 'agreed'] as const

/** An owner's statement about the participants' consent to a recording; shown to recipients and in exports. */
export const consentStatementSchema = z.object({
  kind: z.enum(CONSENT_KINDS),
  /** Display name of the person stating it; null: they gave no name. */
  by: z.nullable(z.string()),
  /** When it was stated. */
  at: z.iso.datetime(),
  /** How consent was obtained or recorded, in the owner's words. */
  note: z.nullable(z.string()),
})
export type ConsentStatement = z.infer<typeof consentStatementSchema>

/**
 * The plain fields of a microsite: single values that cards, the owner's page, recipients and the JSON export all
 * have. A field that recipients must not read belongs in `micrositeCardSchema` or `micrositeSchema` instead.
 * CONTRIBUTING.md walks through adding one.
 */
export const plainFieldsSchema = z.object({
  title: z.string(),
  description: z.nullable(z.string()),
  created_at: z.iso.datetime(),
  /** The date of the call, `YYYY-MM-DD`; null: unknown. */
  call_date: z._default(z.nullable(z.iso.date()), null),
  duration_ms: z.nullable(z.int()),
  /** When retention removed the recording, and the transcript; null: not removed. */
  recording_removed_at: z._default(z.nullable(z.iso.datetime()), null),
  transcript_removed_at: z._default(z.nullable(z.iso.datetime()), null),
  /** Null: the owner made no statement. */
  consent_statement: z._default(z.nullable(consentStatementSchema), null),
})
export type PlainFields = z.infer<typeof plainFieldsSchema>

/** The part that an owner writes; the server adds name and time. */
export const consentEditSchema = z.object({
  kind: z.enum(CONSENT_KINDS),
  note: z.pipe(
    z.nullable(z.string().check(z.trim(), z.maxLength(300))),
    z.transform((note) => note || null),
  ),
})

/** The plain fields that the owner edits, as sent with an edit. */
export const plainEditSchema = z.object({
  title: nameSchema().check(z.trim(), z.minLength(1, 'Enter a title.'), z.maxLength(MAX_TITLE)),
  description: z.pipe(
    z.nullable(z.string().check(z.trim(), z.maxLength(5000))),
    z.transform((description) => description || null),
  ),
  call_date: z.nullable(z.iso.date('Enter a date.')),
})
export type PlainEdit = z.output<typeof plainEditSchema>

/** Filters of a list of microsites; an absent filter matches all. */
export const listFiltersSchema = z.object({
  /**
   * Words of the title, the description or (above the free plan) of what was said within minutes, or part of a tag's
   * name; ignores case and accents. The last word may be a prefix.
   */
  q: z.optional(z.string().check(z.maxLength(200))),
  /** Name of a tag the microsite must have. */
  tag: z.optional(z.string().check(z.maxLength(50))),
  /** Prefix, of any length, of the creation date (`YYYY-MM-DD`) in the user's time zone. */
  created: z.optional(
    z.string().check(z.refine((text) => daysBeginningWith(text) !== null, 'This date doesn’t exist.')),
  ),
})
