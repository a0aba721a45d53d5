import * as z from 'zod/mini'
import { nameSchema } from './name.ts'
import { ANALYSTS, getIds } from '../engines.ts'
import { consentEditSchema, listFiltersSchema, plainEditSchema, plainFieldsSchema } from './microsite-fields.ts'
import { MAX_TITLE } from '../titles.ts'
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

/** The last sentence of a notice that says why a whole recap is hidden from recipients. */
export const REVIEW_ALL = 'Review all of it before you share.'

/** Whether a notice about a recap says that all of it is hidden from recipients. */
export function hidesRecap(notice: string | null): notice is string {
  return notice !== null && notice.endsWith(REVIEW_ALL)
}

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
  detail: z.nullable(z.string()),
})
export type CheckFault = z.infer<typeof checkFaultSchema>

/** A list entry with its evidence: times in ms, `segment_ids` are the transcript lines it cites. */
export const evidenceItemSchema = z.object({
  text: z.string(),
  speaker: z.nullish(nameSchema()),
  start_ms: z.optional(z.int().check(z.nonnegative())),
  end_ms: z.optional(z.int().check(z.nonnegative())),
  segment_ids: z.optional(z.array(z.string())),
  /** Numbers in `text` that aren't in the cited lines. */
  unproven: z.optional(z.array(z.string())),
  /** Hidden from recipients until its owner adds it. */
  unconfirmed: z.optional(z.boolean()),
  /** What the owner should check before recipients see it; only with `unconfirmed`. */
  doubt: z.optional(checkFaultSchema),
  /** Dismissed by its owner; only in `summary_evidence`, where the text stays as the analysis wrote it. */
  dismissed: z.optional(z.boolean()),
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

const speakerNameSchema = nameSchema().check(z.trim(), z.minLength(1, 'Enter a speaker name.'), z.maxLength(100))

/** Who an unnamed speaker may be, for the owner to confirm. */
export const suggestedSpeakerSchema = z.object({
  /** As in the transcript ("Speaker 2"). */
  label: z.string().check(z.maxLength(200)),
  name: speakerNameSchema,
  /** The line in which the name is said. */
  segment_id: z.string().check(z.maxLength(100)),
})
export type SuggestedSpeaker = z.infer<typeof suggestedSpeakerSchema>

/** Older and hand-written entries are plain strings. */
export const listEntrySchema = z.union([z.string(), evidenceItemSchema])
export type ListEntry = z.infer<typeof listEntrySchema>
const list = z.nullable(z.array(listEntrySchema))

/** Language model usage of one analysis. */
export const analysisUseSchema = z.object({
  model: z.string(),
  /** Changes whenever the wording of the prompts changes. */
  prompts: z.string(),
  requests: z.int(),
  input_tokens: z.int(),
  output_tokens: z.int(),
})
export type AnalysisUse = z.infer<typeof analysisUseSchema>

/** Body of POST /api/microsites/{id}/analyse: the analyst whose recap replaces the current one. */
export const analysisRequestSchema = z.object({ analyst: z._default(z.enum(getIds(ANALYSTS)), 'openai') })
export type AnalysisRequest = z.input<typeof analysisRequestSchema>

/** Which engines made a microsite; shown to the reader and used by support. */
const enginesSchema = z.object({ transcriber: z.string(), analyst: z.string() })

/** What lists and cards show. Dates are ISO 8601 in UTC. */
export const micrositeCardSchema = z.object({
  id: z.string(),
  ...plainFieldsSchema.shape,
  updated_at: z.iso.datetime(),
  status: micrositeStatusSchema,
  error_message: z.nullable(z.string()),
  /**
   * Goes with `error_message`: the cause, as a code from `shared/failures.ts` or a newer server, and whether a retry
   * can help.
   */
  failure: z._default(z.nullable(z.object({ code: z.string(), retryable: z.boolean() })), null),
  view_count: z.int(),
  tags: z.array(z.string()),
  /** Index of the running step, 0–6. */
  step: z.int().check(z.minimum(0), z.maximum(6)),
  /** 0–1 of the whole job. */
  progress: z.number().check(z.minimum(0), z.maximum(1)),
  /** Progress of the running step, in words and numbers ("transcribed 12 of 46 minutes"). */
  step_detail: z.nullable(z.string()),
  /** Present until its recording has arrived. */
  awaiting: z.optional(z.literal(true)),
  /** `wait`: work starts when the speech model has arrived. `draft`: it is transcribed again then. */
  until_model: z.optional(untilModelSchema),
  /** Present while another transcript is being made; the current one stays in use until then. */
  replacing: z.optional(z.literal(true)),
  /**
   * Present while it is queued: how many jobs are ahead, and how many seconds they take (null: this server has not
   * measured a comparable job yet).
   */
  waiting: z.optional(
    z.object({ before: z.int().check(z.nonnegative()), seconds: z.nullable(z.int().check(z.nonnegative())) }),
  ),
  /** Present while it is processed, if known: the remaining seconds, estimated from measurements on this server. */
  seconds_left: z.optional(z.int().check(z.nonnegative())),
  /** Signed URL of the poster frame, valid for an hour. */
  poster_url: z.nullable(z.string()),
  /** When the owner reviewed the recap of the last analysis; null: not reviewed. */
  reviewed_at: z.nullable(z.iso.datetime()),
  /**
   * In search results: the transcript line with the match, and when it was said, in ms. Long lines are shortened (…).
   */
  match: z.optional(
    z.object({ text: z.string(), start_ms: z.int().check(z.nonnegative()), speaker: z.optional(z.string()) }),
  ),
})
export type MicrositeCard = z.infer<typeof micrositeCardSchema>

/** Confirmation of the reminder to tell everyone in a call. */
const consentSchema = z.object({ at: z.iso.datetime() })

/** One microsite as its owner reads it. Fields without `gpt_` are null until the owner edits them. */
export const micrositeSchema = z.extend(micrositeCardSchema, {
  user_id: z.string(),
  /** Storage key of the playable file, not a URL; null for a microsite made from captions only. */
  video_url: z.nullable(z.string()),
  /** True once the playable file exists; until then a player shows "Preparing video...". */
  video_ready: z.boolean(),
  /**
   * For a damaged recording: how much could be read, its declared duration, and where picture or sound is broken;
   * absent: nothing is missing.
   */
  damage: z.optional(
    z.object({
      held_ms: z.int(),
      stated_ms: z.int(),
      ranges: z.optional(z.array(timeSpanSchema)),
    }),
  ),
  transcript: z.nullable(z.string()),
  summary: z.nullable(z.string()),
  gpt_summaries: z.nullable(z.array(z.string())),
  gpt_summary: z.nullable(z.string()),
  summary_evidence: z.nullable(z.array(evidenceItemSchema)),
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
  chapters: z.nullable(z.array(evidenceItemSchema)),
  /** Null: none, or the owner dismissed them. */
  suggested_speakers: z._default(z.nullable(z.array(suggestedSpeakerSchema)), null),
  /** Ids of lines that may not be meant for the recipients; null: none, or the owner dismissed them. */
  private_lines: z._default(z.nullable(z.array(z.string())), null),
  /** Everyone the meeting's page showed, whether or not they spoke; null: unknown. */
  participants: z._default(z.nullable(z.array(z.string())), null),
  segments: z.array(segmentSchema),
  transcript_info: z.nullable(transcriptInfoSchema),
  engines: z.nullable(enginesSchema),
  /** Null if no model was used. */
  analysis_use: z.nullable(analysisUseSchema),
  /** What verification kept off the page; null before an analysis. */
  withheld: z.nullable(z.array(withheldItemSchema)),
  /** Ids of transcript lines that may be next steps and that no step cites; null: not checked. */
  possible_steps: z._default(z.nullable(z.array(z.string())), null),
  /**
   * One sentence for the owner about the recap (another analyst wrote it, or many items failed checks); null: nothing
   * to report.
   */
  analysis_notice: z.nullable(z.string()),
  /** The analyst that is rerunning the recap while the page stays as it is; absent: none. */
  analysing: z.optional(z.enum(getIds(ANALYSTS))),
  /** What its owner redacted. */
  redacted: z._default(z.array(timeSpanSchema), []),
  /** The recording is withheld until the redacted one replaces it. `failed`: it has to be requested again. */
  redacting: z.optional(z.enum(['working', 'failed'])),
  /** Sent with a recording: when the person recording confirmed the reminder to tell everyone. */
  consent: z.nullable(consentSchema),
})
export type Microsite = z.infer<typeof micrositeSchema>

export const micrositeListSchema = z.object({
  microsites: z.array(micrositeCardSchema),
  next_cursor: z.nullable(z.string()),
})
/** Query of GET /api/microsites. The next page uses the same query plus `cursor`. */
export const micrositeListQuerySchema = z.object({
  ...listFiltersSchema.shape,
  /** Newest first by default. */
  sort: z.optional(z.enum(['views_asc', 'views_desc'])),
  limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(100)), 50),
  cursor: z.optional(z.string().check(z.maxLength(200))),
})
export type MicrositeListQuery = z.output<typeof micrositeListQuerySchema>

const editedText = (most: number) =>
  z.string().check(z.trim(), z.minLength(1, 'An entry can’t be empty.'), z.maxLength(most))
const editedEntrySchema = z.union([
  editedText(5000),
  z.extend(evidenceItemSchema, {
    text: editedText(5000),
    segment_ids: z.optional(z.array(z.string().check(z.maxLength(100))).check(z.maxLength(500))),
  }),
])
const editedList = z.nullable(z.array(editedEntrySchema).check(z.maxLength(500)))

/** An owner's edit of one transcript line; `speaker` null: unknown. */
export const segmentEditSchema = z.object({
  id: z.string().check(z.maxLength(100)),
  text: z.optional(
    z.string().check(z.trim(), z.minLength(1, 'A transcript line can’t be empty.'), z.maxLength(20_000)),
  ),
  speaker: z.optional(z.nullable(speakerNameSchema)),
})
export type SegmentEdit = z.output<typeof segmentEditSchema>

/**
 * Body of PATCH /api/microsites/{id}: absent fields stay unchanged. For `summary`, the lists and `segments`, null
 * restores the analysis' version, while an empty text or list stays empty. An entry's `segment_ids` must be lines of
 * the transcript, and a quote must match their words. `reviewed` marks the recap as reviewed by its owner; editing
 * the summary or a list does so too. `updated_at` is the version that the edit was based on: the server answers 409
 * if the microsite has changed since, or if an entry cites a line that was redacted.
 */
export const micrositeEditSchema = z
  .partial(
    z.strictObject({
      ...plainEditSchema.shape,
      /** The full list of names; each must be one of the user's tags. */
      tags: z.array(z.string().check(z.maxLength(50))).check(z.maxLength(200)),
      /** What everyone in the call was told or agreed to; null withdraws the statement. */
      consent: z.nullable(consentEditSchema),
      summary: z.nullable(z.string().check(z.trim(), z.maxLength(20_000))),
      quotes: editedList,
      action_points: editedList,
      important_points: editedList,
      todo_list: editedList,
      /** The summary's sentences, with dismissed ones marked. */
      summary_evidence: z.array(z.extend(evidenceItemSchema, { text: editedText(5000) })).check(z.maxLength(500)),
      /** Items still awaiting a decision. */
      withheld: z.array(withheldItemSchema).check(z.maxLength(200)),
      possible_steps: z.array(z.string().check(z.maxLength(100))).check(z.maxLength(500)),
      segments: z.nullable(z.array(segmentEditSchema).check(z.maxLength(5000))),
      /** Renames a speaker in the whole microsite. Applied after `segments`. */
      rename_speaker: z.object({ from: z.string().check(z.minLength(1), z.maxLength(200)), to: speakerNameSchema }),
      reviewed: z.literal(true),
      /** Null: the owner dismissed the recap's suggestions. */
      suggested_speakers: z.nullable(z.array(suggestedSpeakerSchema).check(z.maxLength(100))),
      private_lines: z.nullable(z.array(z.string().check(z.maxLength(100))).check(z.maxLength(40_000))),
      updated_at: z.iso.datetime(),
    }),
  )
  .check(z.refine(({ updated_at: _, ...edit }) => Object.keys(edit).length > 0, 'The request has no changes.'))
/** A validated edit. */
export type MicrositeEdit = z.output<typeof micrositeEditSchema>

/** Answer of DELETE /api/microsites/{id}: how many stored files and shareable links were deleted with it. */
export const micrositeRemovalSchema = z.object({
  removed: z.object({ objects: z.int(), links: z.int() }),
})
export type MicrositeRemoval = z.infer<typeof micrositeRemovalSchema>

/**
 * One side's audio of a recorded call, so that speakers are known for certain: `you` is the microphone of the person
 * recording, `them` the meeting's output. `path` is the storage path returned by its complete upload, `start_ms`
 * where in the recording the track begins (default 0).
 */
export const audioTrackSchema = z.object({
  path: z.string().check(z.minLength(1), z.maxLength(600)),
  who: z.enum(['you', 'them']),
  start_ms: z.optional(z.int().check(z.nonnegative(), z.maximum(24 * 3_600_000))),
})
export type AudioTrack = z.infer<typeof audioTrackSchema>

/** An id made by a client: a UUID, or 32 hexadecimal digits where the browser can't make UUIDs. */
const clientIdSchema = z.string().check(z.regex(/^[0-9a-f]{32}$|^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/))

/** Body of POST /api/begun-meetings: a microsite whose recording is still to come. */
export const beginMeetingSchema = z.object({
  /** The microsite's id; repeating it returns the same microsite. */
  id: clientIdSchema,
  /** Shown until the recording has arrived. */
  title: z.optional(nameSchema().check(z.maxLength(MAX_TITLE))),
})
export type BeginMeeting = z.infer<typeof beginMeetingSchema>
export const beginMeetingReplySchema = z.object({ microsite_id: z.string() })

/** Why the recording of a begun microsite can't be sent. An unknown code counts as none. */
export const begunFailureSchema = z.object({
  code: z.string().check(z.maxLength(64)),
  message: z.string().check(z.minLength(1), z.maxLength(500)),
})
export type BegunFailure = z.infer<typeof begunFailureSchema>

/** Marks of one recording. */
export const MAX_MARKS = 200

/** Body of POST /api/process-meeting. `video_url` is the storage path returned by the complete upload. */
export const processMeetingSchema = z
  .object({
    /** The microsite that was begun for it. */
    microsite_id: z.optional(clientIdSchema),
    user_id: z.optional(z.string()),
    title: z.optional(nameSchema().check(z.maxLength(MAX_TITLE))),
    /** Origin of a given title; by default a person typed it. */
    title_source: z.optional(z.enum(['typed', 'meeting'])),
    description: z.optional(z.string().check(z.maxLength(5000))),
    video_url: z.optional(z.string().check(z.maxLength(600))),
    /** Text of a caption file or transcript, at most 5 million characters. */
    captions: z.optional(
      z.string().check(z.maxLength(5_000_000, 'Caption files can have up to 5 million characters.')),
    ),
    /** Bytes of such a file instead, in any encoding or as .docx, at most 5 MB. */
    captions_base64: z.optional(transcriptBytesSchema),
    /** File name, used for title and date if nothing better is known. */
    captions_name: z.optional(z.string().check(z.maxLength(300))),
    /** Separate uploads, at most one per side; the microsite owns them from then on. */
    audio_tracks: z.optional(z.array(audioTrackSchema).check(z.maxLength(2))),
    /** When the recording started. Determines the call's date. */
    recorded_at: z.optional(z.iso.datetime()),
    /** Timestamps that the recorder marked during the call, ms from its start; they become chapters. */
    marks: z.optional(z.array(z.int().check(z.nonnegative())).check(z.maxLength(MAX_MARKS))),
    /** Who was in the call. Recipients don't see them. */
    participants: z.optional(participantsSchema),
    /** The reminder to tell everyone, confirmed before the first recording: often long before this one. */
    consent: z.optional(consentSchema),
    /** BCP 47 tag of the spoken language, for engines that take one. */
    language: z.optional(z.string().check(z.maxLength(35))),
    /** BCP 47 tag of the recap's language; defaults to the spoken language. Quotes stay verbatim. */
    recap_language: z.optional(languageTagSchema),
    /** What to do while the speech model is being downloaded; by default a draft is made at once. */
    until_model: z.optional(untilModelSchema),
  })
  .check(
    z.refine(
      (body) => body.video_url !== undefined || body.captions !== undefined || body.captions_base64 !== undefined,
      'Add a recording or a caption file.',
    ),
    z.refine(
      (body) => body.captions === undefined || body.captions_base64 === undefined,
      'Send captions as text or as bytes, not both.',
    ),
    z.refine(
      ({ video_url: video, audio_tracks: tracks = [] }) => tracks.length === 0 || video !== undefined,
      'Audio tracks need a recording.',
    ),
    z.refine(
      ({ audio_tracks: tracks = [] }) => new Set(tracks.map(({ who }) => who)).size === tracks.length,
      'Send one audio track for each side of the call.',
    ),
    z.refine(
      ({ video_url: video, audio_tracks: tracks = [] }) =>
        new Set([video, ...tracks.map(({ path }) => path)]).size === tracks.length + 1,
      'Send each audio track as a separate file.',
    ),
  )
export type ProcessMeeting = z.infer<typeof processMeetingSchema>
/** `transcript`: what was read from the given captions ("Teams transcript, 3 speakers, 41 min"). */
export const processMeetingReplySchema = z.object({
  job_id: z.string(),
  transcript: z.optional(z.object({ understood: z.string(), warnings: z.array(z.string()) })),
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
