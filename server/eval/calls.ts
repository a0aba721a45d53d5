import { readdir, readFile } from 'node:fs/promises'
import type { Segment } from '@callfolio/shared/contract/transcript.ts'
import { z } from 'zod'
import { readTranscript } from '@callfolio/shared/captions/read-transcript.ts'

const evidenced = z.object({ text: z.string(), evidence: z.array(z.number().int().nonnegative()) })
const notesSchema = z.object({
  title: z.string(),
  summary: z.string(),
  points: z.array(z.string()),
  actions: z.array(evidenced.extend({ owner: z.string().nullable() })),
  decisions: z.array(evidenced),
  /** Cues, from 0, that a note-taker would use. */
  salient: z.array(z.number().int()),
})

/** A person's notes on a call, written before any program had seen it. Evidence is the number of a cue, from 0. */
export type ReferenceNotes = z.infer<typeof notesSchema>

const TRAPS = [
  'corrected',
  'credentials',
  'during the call',
  'handed over',
  'hypothetical',
  'internal',
  'joke',
  'rejected',
  'retracted',
  'social',
  'trivial',
] as const
const salesNotesSchema = z.strictObject({
  id: z.string(),
  domain: z.literal('sales'),
  language: z.literal('en'),
  /** The day of the call. */
  date: z.iso.date(),
  speakers: z.array(z.string()).min(2),
  general: z.array(z.string()).min(1),
  actions: z.array(
    evidenced.extend({
      /** First names; several share the task. */
      owner: z.array(z.string()).min(1),
      /** Without owner and day. */
      task: z.string(),
      /** As spoken; empty: no day was mentioned. */
      due: z.string(),
    }),
  ),
  decisions: z.array(evidenced),
  key_facts: z.array(z.string()).min(1),
  /** Something that looks like a fact or a task but isn't one in the end. */
  traps: z.array(evidenced.extend({ kind: z.enum(TRAPS) })).min(1),
})

/** Notes of a sales call. Evidence is the number of a cue, from 0. */
export type SalesNotes = z.infer<typeof salesNotesSchema>

interface Call<Notes> {
  id: string
  /** The transcript cue by cue, as in the file. */
  cues: Segment[]
  captions: string
  notes: Notes
}
export type ReferenceCall = Call<ReferenceNotes>
export type SalesCall = Call<SalesNotes>

/** `calls` were read while the analyst was developed, `held-out` after its rules were chosen. */
export type CallFolder = 'calls' | 'held-out'
/** Rules may be tuned on the calls of the first only. */
export const SALES_FOLDERS = ['chosen-on', 'untouched'] as const
export type SalesFolder = (typeof SALES_FOLDERS)[number]

/** Reads the calls of a folder with their notes. */
export function readCalls(name: CallFolder = 'calls'): Promise<ReferenceCall[]> {
  return readFolder(new URL(`${name}/`, import.meta.url), notesSchema)
}

/** Reads the sales calls of a folder with their notes. */
export function readSalesCalls(name: SalesFolder): Promise<SalesCall[]> {
  return readFolder(new URL(`sales/${name}/`, import.meta.url), salesNotesSchema)
}

async function readFolder<Notes>(folder: URL, schema: z.ZodType<Notes>): Promise<Call<Notes>[]> {
  const files = (await readdir(folder)).filter((file) => file.endsWith('.vtt')).toSorted()
  return Promise.all(
    files.map(async (file) => {
      const id = file.replace('.vtt', '')
      const captions = await readFile(new URL(file, folder), 'utf8')
      const notes = schema.parse(JSON.parse(await readFile(new URL(`${id}.json`, folder), 'utf8')))
      return { id, cues: readTranscript(captions, null).segments, captions, notes }
    }),
  )
}
