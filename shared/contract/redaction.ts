import * as z from 'zod/mini'

/** Maximum number of spans in one request. */
const MOST_SPANS = 50

const ms = z.int().check(z.nonnegative())

/** A span of a recording, ms from its start; the end is exclusive. */
export const timeSpanSchema = z.object({ start_ms: ms, end_ms: ms })
export type TimeSpan = z.infer<typeof timeSpanSchema>

/**
 * Body of POST /api/microsites/{id}/redactions. Without `preview` it can't be undone; with it nothing changes, and
 * the answer lists what would be removed.
 */
export const redactionRequestSchema = z.object({
  spans: z
    .array(
      timeSpanSchema.check(z.refine(({ start_ms, end_ms }) => start_ms < end_ms, 'The end must come after the start.')),
    )
    .check(
      z.minLength(1, 'Select what to redact.'),
      z.maxLength(MOST_SPANS, `Redact up to ${MOST_SPANS} time ranges at once.`),
    ),
  preview: z._default(z.boolean(), false),
})
/** What a redaction removes: from the transcript, the page's texts and the recording. */
export const redactionEffectSchema = z.object({
  /** Overlapping ones are merged. */
  spans: z.array(timeSpanSchema),
  /** Lines of the transcript. */
  lines: z.int(),
  /** Entries and sentences of the page, verbatim. */
  texts: z.array(z.object({ where: z.string(), text: z.string() })),
  /** Whether a recording has to be rendered again. */
  recording: z.boolean(),
})
export type RedactionEffect = z.infer<typeof redactionEffectSchema>
