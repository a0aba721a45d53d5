import * as z from 'zod/mini'

export const CAPTION_PATHS = { marks: '/api/caption-marks', unread: '/api/unread-captions' } as const

/** A meeting site whose captions the extension reads. */
export const captionSiteSchema = z.enum(['meet', 'zoom', 'teams'])

const selector = z.string().check(z.minLength(1), z.maxLength(500))

const areaSchema = z.object({
  region: selector,
  /** A speaker's name, picture or initials; comes before the speaker's words. */
  speaker: selector,
  text: selector,
  /** Rows stay in it and can be scrolled back to. A name then stands above all rows of its speaker. */
  list: z.optional(
    z.object({
      /** The time shown with a row, which identifies it when the name above it has scrolled away. */
      time: z.optional(selector),
    }),
  ),
})

const siteMarksSchema = z.object({
  /** The most informative first. Selectors are CSS; all but `region` apply within the region. */
  areas: z.array(areaSchema).check(z.minLength(1), z.maxLength(5)),
  /** The control that leaves a call. */
  leave: selector,
  /** Participants' names outside captions; they also complete areas that show initials only. */
  names: z.optional(selector),
  /** Participants' pictures, with the name as alternative text. */
  pictures: z.optional(selector),
})

/** How meeting sites mark their captions. A server may have newer marks than an installed extension. */
export const captionMarksSchema = z.object({
  /** The day they were written. */
  version: z.iso.date(),
  meet: z.object({
    regions: z.array(selector).check(z.minLength(1), z.maxLength(5)),
    /** The icon of the control that leaves a call. */
    leaveIcon: z.string().check(z.minLength(1), z.maxLength(100)),
    /** Participants' names outside captions. */
    names: z.optional(selector),
  }),
  zoom: siteMarksSchema,
  teams: siteMarksSchema,
})
export type CaptionMarks = z.infer<typeof captionMarksSchema>
export type SiteMarks = CaptionMarks['zoom']

/** A meeting whose captions the extension saw but couldn't read. No text is sent. */
export const unreadCaptionsReportSchema = z.object({
  site: captionSiteSchema,
  /** Version of the marks that the extension used. */
  version: z.iso.date(),
})

const unreadSiteSchema = z.object({
  site: captionSiteSchema,
  meetings: z.int().check(z.positive()),
  last_at: z.iso.datetime(),
  /** Version of the marks in the last of them. */
  version: z.iso.date(),
})

/** How many meetings' captions could not be read, by site. */
export const unreadCaptionsSchema = z.object({ sites: z.array(unreadSiteSchema) })
export type UnreadCaptions = z.infer<typeof unreadCaptionsSchema>
