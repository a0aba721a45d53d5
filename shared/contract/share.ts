import * as z from 'zod/mini'
import { nameSchema } from './name.ts'
import { emailSchema } from './email.ts'
import { SHARE_EXPIRY_OPTIONS } from '../page/share-expiry.ts'
import { functionErrorSchema } from './api-error.ts'
import { brandingSchema } from './branding.ts'
import { evidenceItemSchema } from './microsite.ts'
import { plainFieldsSchema } from './microsite-fields.ts'
import { shownSegmentSchema, transcriptInfoSchema } from './transcript.ts'

const expiryDaysSchema = z.literal(SHARE_EXPIRY_OPTIONS.map(({ days }) => days))

/** The recipient a link is for ("Acme, procurement"); only its owner sees it. Empty means none. */
const labelSchema = z.pipe(
  z.nullable(nameSchema().check(z.trim(), z.maxLength(120))),
  z.transform((label) => label || null),
)

/** The sections of a shared page that a link may show or leave out, in page order. */
export const LINK_SECTIONS = [
  'summary',
  'quotes',
  'action_points',
  'important_points',
  'todo_list',
  'transcript',
] as const
export const linkSectionSchema = z.enum(LINK_SECTIONS)
export type LinkSection = z.infer<typeof linkSectionSchema>

/** Limits of a link's password length, in characters. */
export const LINK_PASSWORD = { minLength: 4, maxLength: 128 } as const

/** What a link requires from its visitors and what it shows; everything is off by default. */
const linkProtectionSchema = z.object({
  /** Null removes it. */
  password: z.nullable(z.string().check(z.minLength(LINK_PASSWORD.minLength), z.maxLength(LINK_PASSWORD.maxLength))),
  /** True: a visitor has to enter an email address first. */
  asks_email: z.boolean(),
  /** Null: everything; never empty. */
  sections: z.nullable(z.array(linkSectionSchema).check(z.minLength(1))),
  with_video: z.boolean(),
  /** True: the page is shown only once it is ready. */
  when_ready: z.boolean(),
})

/** Body of POST /api/create-shareable-link. */
export const createLinkSchema = z.object({
  microsite_id: z.string().check(z.minLength(1), z.maxLength(100)),
  expires_in_days: expiryDaysSchema,
  label: z.optional(labelSchema),
  ...z.partial(linkProtectionSchema).shape,
})
export type CreateLink = z.input<typeof createLinkSchema>

export const createLinkReplySchema = z.object({
  success: z.literal(true),
  id: z.string(),
  share_url: z.string(),
  expires_at: z.iso.datetime(),
  /** False: the URL points to the owner's own machine, so the owner is warned. */
  reachable: z.boolean(),
  error: z.null(),
})
export type CreateLinkReply = z.infer<typeof createLinkReplySchema>

/** A shareable link as its owner reads it, joined with its microsite. */
export const shareableLinkSchema = z.object({
  id: z.string(),
  token: z.string(),
  microsite_id: z.string(),
  created_by_user_id: z.string(),
  label: z.nullable(z.string()),
  expires_at: z.iso.datetime(),
  /** Null while it is active. */
  revoked_at: z.nullable(z.iso.datetime()),
  has_password: z.boolean(),
  asks_email: z.boolean(),
  sections: z.nullable(z.array(linkSectionSchema)),
  with_video: z.boolean(),
  when_ready: z.boolean(),
  /** Created while the page was being prepared, so its owner could not review it first. */
  early: z.boolean(),
  view_count: z.int(),
  last_opened_at: z.nullable(z.iso.datetime()),
  created_at: z.iso.datetime(),
  share_url: z.string(),
  /** False: `share_url` points to the owner's own machine. */
  reachable: z.boolean(),
  microsite: z.object({
    id: z.string(),
    title: z.string(),
    description: z.nullable(z.string()),
    created_at: z.iso.datetime(),
  }),
})
export type ShareableLink = z.infer<typeof shareableLinkSchema>

/** Query of GET /api/links: all of the caller's links, or one microsite's. */
export const linkListQuerySchema = z.object({ microsite_id: z.optional(z.string().check(z.maxLength(100))) })

/** Newest first. */
export const linkListSchema = z.object({ links: z.array(shareableLinkSchema) })

/** Body of PATCH /api/links/{id}; a new expiry counts from now, `revoked: false` restores a link. */
export const linkChangeSchema = z
  .partial(
    z.object({
      expires_in_days: expiryDaysSchema,
      label: labelSchema,
      revoked: z.boolean(),
      ...linkProtectionSchema.shape,
    }),
  )
  .check(
    z.refine((change) => Object.values(change).some((value) => value !== undefined), 'The request has no changes.'),
  )
export type LinkChange = z.input<typeof linkChangeSchema>

/**
 * Answer of GET /api/links/{id}/views: who viewed the page and how far they read, newest first, at most 200 views.
 */
export const linkViewsSchema = z.object({
  /** Number of counted views that reached each section. */
  reached: z.partialRecord(linkSectionSchema, z.int()),
  views: z.array(
    z.object({ at: z.iso.datetime(), email: z.nullable(z.string()), sections: z.array(linkSectionSchema) }),
  ),
})
export type LinkViews = z.infer<typeof linkViewsSchema>

/** An entry without its owner-only marks. */
const sharedItemSchema = z.omit(evidenceItemSchema, { unproven: true, unconfirmed: true, doubt: true })
export type SharedItem = z.infer<typeof sharedItemSchema>
const items = z.array(sharedItemSchema)

/**
 * A microsite as a recipient reads it: only what the link shows, after all fallbacks. An empty section is an empty
 * list or null and is left out of the page. Contains no user ids and no storage path.
 */
export const sharedMicrositeSchema = z.object({
  ...plainFieldsSchema.shape,
  summary: z.nullable(z.string()),
  /** The summary's sentences, linked to when they were said. */
  summary_evidence: items,
  quotes: items,
  action_points: items,
  important_points: items,
  todo_list: items,
  /** The chapters of the call, shown with the transcript. */
  chapters: items,
  transcript: z.nullable(z.string()),
  segments: z.array(shownSegmentSchema),
  transcript_info: z.nullable(transcriptInfoSchema),
  branding: brandingSchema,
})
export type SharedMicrosite = z.infer<typeof sharedMicrositeSchema>

/** Progress of a page that is not ready. */
export const preparationSchema = z.object({
  /** Its recording has not arrived. */
  arriving: z.boolean(),
  /** 0–1 of the whole work. */
  progress: z.number(),
  /** Null if unknown. */
  seconds_left: z.nullable(z.int()),
  /** Author of the page; null: no name was given. */
  made_by: z.nullable(z.string()),
})
export type Preparation = z.infer<typeof preparationSchema>

/** A visitor's email address, if a link requires it. */
export const visitorEmailSchema = z.pipe(
  z.string().check(z.trim(), z.maxLength(254)),
  emailSchema('Enter a valid email address.'),
)

/**
 * Body of POST /api/get-shared-microsite. Includes what a protected link requires, or the ticket of a page opened
 * with it.
 */
export const getSharedSchema = z.object({
  token: z.string().check(z.minLength(1), z.maxLength(200)),
  password: z.optional(z.string().check(z.maxLength(LINK_PASSWORD.maxLength))),
  email: z.optional(visitorEmailSchema),
  ticket: z.optional(z.string().check(z.maxLength(2000))),
})

export const getSharedReplySchema = z.object({
  success: z.literal(true),
  microsite: sharedMicrositeSchema,
  expires_at: z.iso.datetime(),
  /** The microsite's id if the caller is signed in as its owner, for the View button; otherwise null. */
  own_microsite_id: z.nullable(z.string()),
  /** Null: the page is ready. Until then its sections are added one by one. */
  preparation: z.nullable(preparationSchema),
  error: z.null(),
})

/**
 * Error answer of the two functions: 401 `password_required` or `email_required`, 404 `not_found`, 409 `conflict`
 * (the page can't be shared, or is not shown before it is ready), 410 `link_expired`, the only one with `expires_at`.
 */
export const shareErrorSchema = z.extend(functionErrorSchema, {
  success: z.literal(false),
  expires_at: z.optional(z.iso.datetime()),
})

export const SHARE_PATHS = {
  create: '/api/create-shareable-link',
  getShared: '/api/get-shared-microsite',
  list: '/api/links',
  one: (id: string) => `/api/links/${encodeURIComponent(id)}`,
  views: (id: string) => `/api/links/${encodeURIComponent(id)}/views`,
  /** The page that a recipient opens. */
  page: (token: string) => `/s/${encodeURIComponent(token)}`,
} as const
