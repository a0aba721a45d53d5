import { z } from 'zod'

/** The most stretches that one request names. */
const MOST_SPANS = 50

const ms = z.number().int().nonnegative()

/** A stretch of a recording, ms from its start; the end is no part of it. */
export const timeSpanSchema = z.object({ start_ms: ms, end_ms: ms })
export type TimeSpan = z.infer<typeof timeSpanSchema>

/**
 * Body of POST /api/microsites/{id}/redactions. Without `preview` it can't be undone; with it nothing changes, and the
 * answer names what would go.
 */
export const redactionRequestSchema = z.object({
  spans: z
    .array(timeSpanSchema.refine(({ start_ms, end_ms }) => start_ms < end_ms, 'The end must come after the start.'))
    .min(1, 'Select what to redact.')
    .max(MOST_SPANS, `Redact up to ${MOST_SPANS} time ranges at once.`),
  preview: z.boolean().default(false),
})
/** What a redaction takes: of the transcript, the page's texts and the recording. */
export const redactionEffectSchema = z.object({
  /** Overlapping ones joined. */
  spans: z.array(timeSpanSchema),
  /** Lines of the transcript. */
  lines: z.number().int(),
  /** Entries and sentences of the page, as they stand there. */
  texts: z.array(z.object({ where: z.string(), text: z.string() })),
  /** Whether there is a recording that is made anew. */
  recording: z.boolean(),
})
export type RedactionEffect = z.infer<typeof redactionEffectSchema>
