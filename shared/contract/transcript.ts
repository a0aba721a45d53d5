import * as z from 'zod/mini'
import { nameSchema } from './name.ts'
import { getIds, TRANSCRIBERS, transcriptSources } from '../engines.ts'

const ms = z.int().check(z.nonnegative())

/** One spoken word; times in ms from the start of the recording, `confidence` 0–1 where the engine gives it. */
export const wordSchema = z.object({
  text: z.string(),
  start_ms: ms,
  end_ms: ms,
  confidence: z.optional(z.number().check(z.minimum(0), z.maximum(1))),
})
export type Word = z.infer<typeof wordSchema>

/** A segment of speech by one speaker. `id` is unique within its transcript and never changes. */
export const segmentSchema = z.object({
  id: z.string(),
  start_ms: ms,
  end_ms: ms,
  speaker: z.nullable(nameSchema()),
  text: z.string(),
  words: z.optional(z.array(wordSchema)),
  /**
   * The original of what the owner edited, as transcribed. Only for the owner: recipients and exports don't get it.
   */
  heard: z.optional(
    z.partial(z.object({ text: z.string(), words: z.array(wordSchema), speaker: z.nullable(nameSchema()) })),
  ),
  /** The owner redacted this line; `text` says so. */
  redacted: z.optional(z.literal(true)),
})
export type Segment = z.infer<typeof segmentSchema>

/** A line as recipients and exports get it. */
export const shownSegmentSchema = z.omit(segmentSchema, { heard: true })

/**
 * Metadata of a transcript. `draft` marks machine output that may be badly wrong; `notice` is one sentence for the
 * reader (why there is no text, or why it is a draft).
 */
export const transcriptInfoSchema = z.object({
  source: z.enum(transcriptSources(TRANSCRIBERS)),
  draft: z.boolean(),
  language: z.nullable(z.string()),
  notice: z.nullable(z.string()),
  /**
   * How speakers were assigned when the source named none: from the tracks of the two sides, or by voice. `found`:
   * number of speakers, 0 if the voices can't be distinguished; `asked`: the number given by the owner.
   */
  speakers: z.optional(z.object({ from: z.enum(['tracks', 'voices']), found: z.int(), asked: z.nullable(z.int()) })),
})
export type TranscriptInfo = z.infer<typeof transcriptInfoSchema>

/**
 * What to do with a recording while the speech model is being downloaded: wait, or make a draft at once and
 * transcribe again when the model has arrived.
 */
export const untilModelSchema = z.enum(['wait', 'draft'])
export type UntilModel = z.infer<typeof untilModelSchema>

/** BCP 47 tag of a language. */
export const languageTagSchema = z
  .string()
  .check(z.regex(/^[a-zA-Z]{2,3}(-[a-zA-Z0-9]{2,8})*$/, 'Use a language code, such as “en”.'), z.maxLength(35))

/** Bytes of a caption file or transcript, at most 5 MB. */
export const transcriptBytesSchema = z.base64().check(z.maxLength(6_666_668, 'Caption files can be up to 5 MB.'))

/** Maximum number of speakers distinguished by voice. */
export const MOST_SPEAKERS = 8

/**
 * Body of POST /api/microsites/{id}/transcript: another transcript that replaces the current one. `given`: the text
 * of a caption file or document, or pasted text, at most 5 million characters. `speakers`: keeps the transcribed words
 * and repeats diarization by voice; `count` is the number of speakers, null to estimate it. `language`: the spoken
 * language, null for the engine to detect it; unchanged if absent. `recap_language`: the language of the new recap,
 * null for the language of the call; unchanged if absent.
 */
export const transcriptRequestSchema = z.discriminatedUnion('source', [
  z.object({
    source: z.literal('given'),
    text: z.optional(z.string().check(z.trim(), z.minLength(1, 'Enter a transcript.'), z.maxLength(5_000_000))),
    /** Bytes of the file instead, in any encoding or as .docx, at most 5 MB. */
    base64: z.optional(transcriptBytesSchema),
    recap_language: z.nullish(languageTagSchema),
  }),
  z.object({ source: z.literal('speakers'), count: z.nullable(z.int().check(z.minimum(1), z.maximum(MOST_SPEAKERS))) }),
  z.object({
    source: z.enum(getIds(TRANSCRIBERS)),
    language: z.nullish(languageTagSchema),
    recap_language: z.nullish(languageTagSchema),
  }),
])
export type TranscriptRequest = z.output<typeof transcriptRequestSchema>

/**
 * Body of POST /api/microsites/{id}/language: sets the spoken language of a finished microsite without transcribing
 * again.
 */
export const languageCorrectionSchema = z.object({ language: languageTagSchema })
export type LanguageCorrection = z.output<typeof languageCorrectionSchema>
