import { readdir, readFile } from 'node:fs/promises'
import type { Segment } from '@callfolio/shared/contract/transcript.ts'
import { z } from 'zod'
import { parseCaptions } from '../src/transcription/captions.ts'

const evidenced = z.object({ text: z.string(), evidence: z.array(z.number().int()) })
const notesSchema = z.object({
  title: z.string(),
  summary: z.string(),
  points: z.array(z.string()),
  actions: z.array(evidenced.extend({ owner: z.string().nullable() })),
  decisions: z.array(evidenced),
  /** Cues from 0 that somebody who takes notes would use. */
  salient: z.array(z.number().int()),
})

/** What a person wrote down about a call before any program had seen it. Evidence is the number of a cue, from 0. */
export type ReferenceNotes = z.infer<typeof notesSchema>

export interface ReferenceCall {
  id: string
  /** The transcript cue by cue, as in the file. */
  cues: Segment[]
  captions: string
  notes: ReferenceNotes
}

/** `calls` were looked at while the analyst was made, `held-out` after its rules were chosen. */
export type CallFolder = 'calls' | 'held-out'

/** Reads the calls of a folder with their notes. */
export async function readCalls(name: CallFolder = 'calls'): Promise<ReferenceCall[]> {
  const folder = new URL(`${name}/`, import.meta.url)
  const files = (await readdir(folder)).filter((file) => file.endsWith('.vtt')).toSorted()
  return Promise.all(
    files.map(async (file) => {
      const id = file.replace('.vtt', '')
      const captions = await readFile(new URL(file, folder), 'utf8')
      const notes = notesSchema.parse(JSON.parse(await readFile(new URL(`${id}.json`, folder), 'utf8')))
      return { id, cues: parseCaptions(captions), captions, notes }
    }),
  )
}
