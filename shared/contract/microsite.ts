import { z } from 'zod'
import { nameSchema } from './name.ts'
import { ANALYSTS, getIds } from '../engines.ts'
import { consentEditSchema, listFiltersSchema, plainEditSchema, plainFieldsSchema } from './microsite-fields.ts'
import { MAX_TITLE, titleSourceSchema } from '../titles.ts'
import { participantsSchema } from './participants.ts'
import { timeSpanSchema } from './redaction.ts'
import {
  languageTagSchema,
  segmentSchema,
  transcriptBytesSchema,
  transcriptInfoSchema,
  untilModelSchema,
} from './transcript.ts'

const MICROSITE_STATUSES = ['processing', 'transcript_ready', 'active', 'failed'] as const
export const micrositeStatusSchema = z.enum(MICROSITE_STATUSES)
export type MicrositeStatus = z.infer<typeof micrositeStatusSchema>

/** Transcript lines that one recap item may cite: more of them prove less. */
export const MOST_EVIDENCE_LINES = 6

const CLAIM_LISTS = ['title', 'summary', 'quotes', 'action_points', 'important_points', 'todo_list'] as const
/**
 * Why a proposed item awaits its owner's review or is withheld: it cites no line of the call; its lines don't support
 * it; they say the opposite; someone else made the promise; a number, name or day in it isn't in those lines; it
 * isn't a verbatim quote; it was retracted or corrected later; it was only asked, hypothetical or conditional; it
 * contains a password or access link; it is a remark about a person or an aside; the model's second reading found it
 * unsupported.
 */
const CHECK_REASONS = [
  'no_lines',
  'unsupported',
  'negation',
  'owner',
  'number',
  'name',
  'day',
  'quote',
  'taken_back',
  'uncertain',
  'secret',
  'private',
  'second_reading',
] as const

/** Result of checking an item against its lines. */
export const checkFaultSchema = z.object({
  reason: z.enum(CHECK_REASONS),
  /** The words at issue, if specific ones can be named. */
  detail: z.string().nullable(),
})
export type CheckFault = z.infer<typeof checkFaultSchema>

/** A list entry with its evidence: times in ms, `segment_ids` are the transcript lines it cites. */
export const evidenceItemSchema = z.object({
  text: z.string(),
  speaker: nameSchema().nullish(),
  start_ms: z.number().int().nonnegative().optional(),
  end_ms: z.number().int().nonnegative().optional(),
  segment_ids: z.array(z.string()).optional(),
  /** Numbers in `text` that aren't in the cited lines. */
  unproven: z.array(z.string()).optional(),
  /** Hidden from recipients until its owner adds it. */
  unconfirmed: z.boolean().optional(),
  /** What the owner should check before recipients see it; only with `unconfirmed`. */
  doubt: checkFaultSchema.optional(),
  /** Dismissed by its owner; only in `summary_evidence`, where the text stays as the analysis wrote it. */
  dismissed: z.boolean().optional(),
})
export type EvidenceItem = z.infer<typeof evidenceItemSchema>

/** A proposed item that verification kept off the page. Only the owner sees it. */
export const withheldItemSchema = z.object({
  list: z.enum(CLAIM_LISTS),
  text: z.string(),
  ...checkFaultSchema.shape,
  segment_ids: z.array(z.string()),
})
export type WithheldItem = z.infer<typeof withheldItemSchema>

const speakerNameSchema = nameSchema().trim().min(1, 'Enter a speaker name.').max(100)

/** Who an unnamed speaker may be, for the owner to confirm. */
export const suggestedSpeakerSchema = z.object({
  /** As in the transcript ("Speaker 2"). */
  label: z.string().max(200),
  name: speakerNameSchema,
  /** The line in which the name is said. */
  segment_id: z.string().max(100),
})
export type SuggestedSpeaker = z.infer<typeof suggestedSpeakerSchema>

/** Older and hand-written entries are plain strings. */
export const listEntrySchema = z.union([z.string(), evidenceItemSchema])
export type ListEntry = z.infer<typeof listEntrySchema>
const list = z.array(listEntrySchema).nullable()

/** Language model usage of one analysis. */
export const analysisUseSchema = z.object({
  model: z.string(),
  /** Changes whenever the wording of the prompts changes. */
  prompts: z.string(),
  requests: z.number().int(),
  input_tokens: z.number().int(),
  output_tokens: z.number().int(),
})
export type AnalysisUse = z.infer<typeof analysisUseSchema>

/** Body of POST /api/microsites/{id}/analyse: the analyst whose recap replaces the current one. */
export const analysisRequestSchema = z.object({ analyst: z.enum(getIds(ANALYSTS)).default('openai') })
export type AnalysisRequest = z.input<typeof analysisRequestSchema>

/** Which engines made a microsite; shown to the reader and used by support. */
const enginesSchema = z.object({ transcriber: z.string(), analyst: z.string() })

/** What lists and cards show. Dates are ISO 8601 in UTC. */
export const micrositeCardSchema = z.object({
  id: z.string(),
  ...plainFieldsSchema.shape,
  updated_at: z.iso.datetime(),
  status: micrositeStatusSchema,
  error_message: z.string().nullable(),
  /**
   * Goes with `error_message`: the cause, as a code from `shared/failures.ts` or a newer server, and whether a retry
   * can help.
   */
  failure: z.object({ code: z.string(), retryable: z.boolean() }).nullable().default(null),
  view_count: z.number().int(),
  tags: z.array(z.string()),
  /** Index of the running step, 0–6. */
  step: z.number().int().min(0).max(6),
  /** 0–1 of the whole job. */
  progress: z.number().min(0).max(1),
  /** Progress of the running step, in words and numbers ("transcribed 12 of 46 minutes"). */
  step_detail: z.string().nullable(),
  /** Present until its recording has arrived. */
  awaiting: z.literal(true).optional(),
  /** `wait`: work starts when the speech model has arrived. `draft`: it is transcribed again then. */
  until_model: untilModelSchema.optional(),
  /** Present while another transcript is being made; the current one stays in use until then. */
  replacing: z.literal(true).optional(),
  /**
   * Present while it is queued: how many jobs are ahead, and how many seconds they take (null: this server has not
   * measured a comparable job yet).
   */
  waiting: z
    .object({ before: z.number().int().nonnegative(), seconds: z.number().int().nonnegative().nullable() })
    .optional(),
  /** Present while it is processed, if known: the remaining seconds, estimated from measurements on this server. */
  seconds_left: z.number().int().nonnegative().optional(),
  /** Signed URL of the poster frame, valid for an hour. */
  poster_url: z.string().nullable(),
  /** When the owner reviewed the recap of the last analysis; null: not reviewed. */
  reviewed_at: z.iso.datetime().nullable(),
  /**
   * In search results: the transcript line with the match, and when it was said, in ms. Long lines are shortened (…).
   */
  match: z
    .object({ text: z.string(), start_ms: z.number().int().nonnegative(), speaker: z.string().optional() })
    .optional(),
})
export type MicrositeCard = z.infer<typeof micrositeCardSchema>

/** Confirmation of the reminder to tell everyone in a call. */
const consentSchema = z.object({ at: z.iso.datetime() })

/** One microsite as its owner reads it. Fields without `gpt_` are null until the owner edits them. */
export const micrositeSchema = micrositeCardSchema.extend({
  user_id: z.string(),
  /** Storage key of the playable file, not a URL; null for a microsite made from captions only. */
  video_url: z.string().nullable(),
  /** True once the playable file exists; until then a player shows "Preparing video...". */
  video_ready: z.boolean(),
  /**
   * For a damaged recording: how much could be read, its declared duration, and where picture or sound is broken;
   * absent: nothing is missing.
   */
  damage: z
    .object({
      held_ms: z.number().int(),
      stated_ms: z.number().int(),
      ranges: z.array(timeSpanSchema).optional(),
    })
    .optional(),
  transcript: z.string().nullable(),
  summary: z.string().nullable(),
  gpt_summaries: z.array(z.string()).nullable(),
  gpt_summary: z.string().nullable(),
  summary_evidence: z.array(evidenceItemSchema).nullable(),
  quotes: list,
  gpt_quotes: list,
  action_points: list,
  gpt_action_points: list,
  important_points: list,
  gpt_important_points: list,
  todo_list: list,
  gpt_todo_list: list,
  /**
   * Chapters: headings that link to where each part of the call begins; null when there are none. One without an end
   * is a mark that the recorder set during the call.
   */
  chapters: z.array(evidenceItemSchema).nullable(),
  /** Null: none, or the owner dismissed them. */
  suggested_speakers: z.array(suggestedSpeakerSchema).nullable().default(null),
  /** Ids of lines that may not be meant for the recipients; null: none, or the owner dismissed them. */
  private_lines: z.array(z.string()).nullable().default(null),
  /** Everyone the meeting's page showed, whether or not they spoke; null: unknown. */
  participants: z.array(z.string()).nullable().default(null),
  segments: z.array(segmentSchema),
  transcript_info: transcriptInfoSchema.nullable(),
  engines: enginesSchema.nullable(),
  /** Null if no model was used. */
  analysis_use: analysisUseSchema.nullable(),
  /** What verification kept off the page; null before an analysis. */
  withheld: z.array(withheldItemSchema).nullable(),
  /** Ids of transcript lines that may be next steps and that no step cites; null: not checked. */
  possible_steps: z.array(z.string()).nullable().default(null),
  /**
   * One sentence for the owner about the recap (another analyst wrote it, or many items failed checks); null: nothing
   * to report.
   */
  analysis_notice: z.string().nullable(),
  /** The analyst that is rerunning the recap while the page stays as it is; absent: none. */
  analysing: z.enum(getIds(ANALYSTS)).optional(),
  /** What its owner redacted. */
  redacted: z.array(timeSpanSchema).default([]),
  /** The recording is withheld until the redacted one replaces it. `failed`: it has to be requested again. */
  redacting: z.enum(['working', 'failed']).optional(),
  /** Sent with a recording: when the person recording confirmed the reminder to tell everyone. */
  consent: consentSchema.nullable(),
})
export type Microsite = z.infer<typeof micrositeSchema>

export const micrositeListSchema = z.object({
  microsites: z.array(micrositeCardSchema),
  next_cursor: z.string().nullable(),
})
/** Query of GET /api/microsites. The next page uses the same query plus `cursor`. */
export const micrositeListQuerySchema = z.object({
  ...listFiltersSchema.shape,
  /** Newest first by default. */
  sort: z.enum(['views_asc', 'views_desc']).optional(),
  limit: z.coerce.number().int().min(1).max(100).default(50),
  cursor: z.string().max(200).optional(),
})
export type MicrositeListQuery = z.output<typeof micrositeListQuerySchema>

const editedText = (most: number) => z.string().trim().min(1, 'An entry can’t be empty.').max(most)
const editedEntrySchema = z.union([
  editedText(5000),
  evidenceItemSchema.extend({ text: editedText(5000), segment_ids: z.array(z.string().max(100)).max(500).optional() }),
])
const editedList = z.array(editedEntrySchema).max(500).nullable()

/** An owner's edit of one transcript line; `speaker` null: unknown. */
export const segmentEditSchema = z.object({
  id: z.string().max(100),
  text: z.string().trim().min(1, 'A transcript line can’t be empty.').max(20_000).optional(),
  speaker: speakerNameSchema.nullable().optional(),
})
export type SegmentEdit = z.output<typeof segmentEditSchema>

/**
 * Body of PATCH /api/microsites/{id}: absent fields stay unchanged. For `summary`, the lists and `segments`, null
 * restores the analysis' version, while an empty text or list stays empty. An entry's `segment_ids` must be lines of
 * the transcript, and a quote must match their words. `reviewed` marks the recap as reviewed by its owner; editing
 * the summary or a list does so too. `updated_at` is the version that the edit was based on: the server answers 409
 * if the microsite has changed since.
 */
export const micrositeEditSchema = z
  .strictObject({
    ...plainEditSchema.shape,
    /** The full list of names; each must be one of the user's tags. */
    tags: z.array(z.string().max(50)).max(200),
    /** What everyone in the call was told or agreed to; null withdraws the statement. */
    consent: consentEditSchema.nullable(),
    summary: z.string().trim().max(20_000).nullable(),
    quotes: editedList,
    action_points: editedList,
    important_points: editedList,
    todo_list: editedList,
    /** The summary's sentences, with dismissed ones marked. */
    summary_evidence: z.array(evidenceItemSchema.extend({ text: editedText(5000) })).max(500),
    /** Items still awaiting a decision. */
    withheld: z.array(withheldItemSchema).max(200),
    possible_steps: z.array(z.string().max(100)).max(500),
    segments: z.array(segmentEditSchema).max(5000).nullable(),
    /** Renames a speaker in the whole microsite. Applied after `segments`. */
    rename_speaker: z.object({ from: z.string().min(1).max(200), to: speakerNameSchema }),
    reviewed: z.literal(true),
    /** Null: the owner dismissed the recap's suggestions. */
    suggested_speakers: z.array(suggestedSpeakerSchema).max(100).nullable(),
    private_lines: z.array(z.string().max(100)).max(40_000).nullable(),
    updated_at: z.iso.datetime(),
  })
  .partial()
  .refine(({ updated_at: _, ...edit }) => Object.keys(edit).length > 0, 'The request has no changes.')
/** A validated edit. */
export type MicrositeEdit = z.output<typeof micrositeEditSchema>

/** Answer of DELETE /api/microsites/{id}: how many stored files and shareable links were deleted with it. */
export const micrositeRemovalSchema = z.object({
  removed: z.object({ objects: z.number().int(), links: z.number().int() }),
})
export type MicrositeRemoval = z.infer<typeof micrositeRemovalSchema>

/**
 * One side's audio of a recorded call, so that speakers are known for certain: `you` is the microphone of the person
 * recording, `them` the meeting's output. `path` is the storage path returned by its complete upload, `start_ms`
 * where in the recording the track begins (default 0).
 */
export const audioTrackSchema = z.object({
  path: z.string().min(1).max(600),
  who: z.enum(['you', 'them']),
  start_ms: z
    .number()
    .int()
    .nonnegative()
    .max(24 * 3_600_000)
    .optional(),
})
export type AudioTrack = z.infer<typeof audioTrackSchema>

/** An id made by a client: a UUID, or 32 hexadecimal digits where the browser can't make UUIDs. */
const clientIdSchema = z.string().regex(/^[0-9a-f]{32}$|^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)

/** Body of POST /api/begun-meetings: a microsite whose recording is still to come. */
export const beginMeetingSchema = z.object({
  /** The microsite's id; repeating it returns the same microsite. */
  id: clientIdSchema,
  /** Shown until the recording has arrived. */
  title: nameSchema().max(MAX_TITLE).optional(),
})
export type BeginMeeting = z.infer<typeof beginMeetingSchema>
export const beginMeetingReplySchema = z.object({ microsite_id: z.string() })

/** Why the recording of a begun microsite can't be sent. An unknown code counts as none. */
export const begunFailureSchema = z.object({ code: z.string().max(64), message: z.string().min(1).max(500) })
export type BegunFailure = z.infer<typeof begunFailureSchema>

/** Marks of one recording. */
export const MAX_MARKS = 200

/** Body of POST /api/process-meeting. `video_url` is the storage path returned by the complete upload. */
export const processMeetingSchema = z
  .object({
    /** The microsite that was begun for it. */
    microsite_id: clientIdSchema.optional(),
    user_id: z.string().optional(),
    title: nameSchema().max(MAX_TITLE).optional(),
    /** Origin of a given title; by default a person typed it. */
    title_source: titleSourceSchema.extract(['typed', 'meeting']).optional(),
    description: z.string().max(5000).optional(),
    video_url: z.string().max(600).optional(),
    /** Text of a caption file or transcript, at most 5 million characters. */
    captions: z.string().max(5_000_000, 'Caption files can have up to 5 million characters.').optional(),
    /** Bytes of such a file instead, in any encoding or as .docx, at most 5 MB. */
    captions_base64: transcriptBytesSchema.optional(),
    /** File name, used for title and date if nothing better is known. */
    captions_name: z.string().max(300).optional(),
    /** Separate uploads, at most one per side; the microsite owns them from then on. */
    audio_tracks: z.array(audioTrackSchema).max(2).optional(),
    /** When the recording started. Determines the call's date. */
    recorded_at: z.iso.datetime().optional(),
    /** Timestamps that the recorder marked during the call, ms from its start; they become chapters. */
    marks: z.array(z.number().int().nonnegative()).max(MAX_MARKS).optional(),
    /** Who was in the call. Recipients don't see them. */
    participants: participantsSchema.optional(),
    /** The reminder to tell everyone, confirmed before the first recording: often long before this one. */
    consent: consentSchema.optional(),
    /** BCP 47 tag of the spoken language, for engines that take one. */
    language: z.string().max(35).optional(),
    /** BCP 47 tag of the recap's language; defaults to the spoken language. Quotes stay verbatim. */
    recap_language: languageTagSchema.optional(),
    /** What to do while the speech model is being downloaded; by default a draft is made at once. */
    until_model: untilModelSchema.optional(),
  })
  .refine(
    (body) => body.video_url !== undefined || body.captions !== undefined || body.captions_base64 !== undefined,
    'Add a recording or a caption file.',
  )
  .refine(
    (body) => body.captions === undefined || body.captions_base64 === undefined,
    'Send captions as text or as bytes, not both.',
  )
  .refine(
    ({ video_url: video, audio_tracks: tracks = [] }) => tracks.length === 0 || video !== undefined,
    'Audio tracks need a recording.',
  )
  .refine(
    ({ audio_tracks: tracks = [] }) => new Set(tracks.map(({ who }) => who)).size === tracks.length,
    'Send one audio track for each side of the call.',
  )
  .refine(
    ({ video_url: video, audio_tracks: tracks = [] }) =>
      new Set([video, ...tracks.map(({ path }) => path)]).size === tracks.length + 1,
    'Send each audio track as a separate file.',
  )
export type ProcessMeeting = z.infer<typeof processMeetingSchema>
/** `transcript`: what was read from the given captions ("Teams transcript, 3 speakers, 41 min"). */
export const processMeetingReplySchema = z.object({
  job_id: z.string(),
  transcript: z.object({ understood: z.string(), warnings: z.array(z.string()) }).optional(),
})
export type ProcessMeetingReply = z.infer<typeof processMeetingReplySchema>

export const videoLinkSchema = z.object({ signedUrl: z.string(), expires_at: z.iso.datetime() })
export type VideoLink = z.infer<typeof videoLinkSchema>

/** Names likely to be said in a call, used to correct its transcript. */
export const saidNamesSchema = z.object({ names: z.array(z.string()) })

export const MICROSITE_PATHS = {
  list: '/api/microsites',
  one: (id: string) => `/api/microsites/${encodeURIComponent(id)}`,
  retry: (id: string) => `/api/microsites/${encodeURIComponent(id)}/retry`,
  transcript: (id: string) => `/api/microsites/${encodeURIComponent(id)}/transcript`,
  language: (id: string) => `/api/microsites/${encodeURIComponent(id)}/language`,
  redactions: (id: string) => `/api/microsites/${encodeURIComponent(id)}/redactions`,
  analyse: (id: string) => `/api/microsites/${encodeURIComponent(id)}/analyse`,
  startWithDraft: (id: string) => `/api/microsites/${encodeURIComponent(id)}/start-with-draft`,
  names: (id: string) => `/api/microsites/${encodeURIComponent(id)}/names`,
  video: (id: string) => `/api/microsites/${encodeURIComponent(id)}/video`,
  begin: '/api/begun-meetings',
  begun: (id: string) => `/api/begun-meetings/${encodeURIComponent(id)}`,
  begunFailure: (id: string) => `/api/begun-meetings/${encodeURIComponent(id)}/failure`,
  processMeeting: '/api/process-meeting',
  sampleCall: '/api/sample-call',
} as const
