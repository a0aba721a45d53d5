import { readFile } from 'node:fs/promises'
import { z } from 'zod'
import { micrositeSchema } from '@callfolio/shared/contract/microsite.ts'
import { nameSchema } from '@callfolio/shared/contract/name.ts'
import { tagFormSchema, type TagForm } from '@callfolio/shared/contract/tag.ts'
import { segmentSchema, type Segment } from '@callfolio/shared/contract/transcript.ts'
import { PermanentFailure } from '../kernel/errors.ts'
import { isWithinJsonSize } from '../kernel/json-size.ts'
import { assertWithinLimits } from '../transcription/caption-limits.ts'

/** The maximum of an integer column on PostgreSQL. */
const LARGEST_INT = 2 ** 31 - 1

const fieldsSchema = z
  .object(micrositeSchema.shape)
  .omit({ poster_url: true, segments: true })
  .extend({ title: nameSchema(), duration_ms: z.number().int().min(0).max(LARGEST_INT).nullable() })
export type ArchivedFields = z.infer<typeof fieldsSchema> & { segments: Segment[] }

const words = z.array(z.unknown()).default([])
/** A line of which only the words are counted. */
const countedSchema = z.object({ words, heard: z.object({ words }).optional() })
const siteSchema = z.looseObject({ segments: z.array(z.unknown()) })

const accountSchema = z.object({ tags: z.array(z.unknown()).max(10_000).default([]) })

/** Limit on the values in a microsite's JSON: three days of words with their times. */
const JSON_SIZE = { values: 4_000_000, depth: 32 }
/**
 * A microsite's limits besides its transcript lines: three days of words, the tags that an edit accepts, and a recap
 * far longer than anyone reads.
 */
const LIMITS = { words: 700_000, tags: 200, restCharacters: 5_000_000 }
const REST_SIZE = { values: 100_000, depth: 32 }
const TOO_LONG = { refused: 'It has more text than a microsite can hold.' }
const NONE = { refused: null }

/** A microsite from an export; or why it is refused, null if it isn't a microsite. */
export type ArchivedRead = { fields: ArchivedFields } | { refused: string | null }

/**
 * Parses an exported microsite's JSON. A schema reports every wrong value, so the values are counted first, and lines
 * are parsed one by one.
 * @param path of it, absolute.
 */
export async function readArchivedSite(path: string): Promise<ArchivedRead> {
  const { data: site } = siteSchema.safeParse(await readJson(path))
  if (site === undefined) return NONE
  const { segments: lines, transcript, ...rest } = site
  const restJson = JSON.stringify(rest)
  if (restJson.length > LIMITS.restCharacters || !isWithinJsonSize(Buffer.from(restJson), REST_SIZE)) return TOO_LONG
  const { data: fields } = fieldsSchema.safeParse({ ...rest, transcript })
  if (fields === undefined) return NONE
  if (fields.tags.length > LIMITS.tags) return TOO_LONG
  const segments: Segment[] = []
  let wordCount = 0
  for (const line of lines) {
    const { data: counted } = countedSchema.safeParse(line)
    if (counted === undefined) return NONE
    wordCount += counted.words.length + (counted.heard?.words.length ?? 0)
    if (wordCount > LIMITS.words) return TOO_LONG
    const { data: segment } = segmentSchema.safeParse(line)
    if (segment === undefined) return NONE
    segments.push(segment)
  }
  try {
    assertWithinLimits(segments)
  } catch (error) {
    if (error instanceof PermanentFailure) return { refused: error.message }
    throw error
  }
  return { fields: { ...fields, segments } }
}

/**
 * Parses the tags in an exported account's JSON; invalid ones are left out.
 * @param path of it, absolute.
 * @returns null when it isn't JSON.
 */
export async function readArchivedTags(path: string): Promise<TagForm[] | null> {
  const account = await readJson(path)
  if (account === undefined) return null
  const tags = accountSchema.safeParse(account).data?.tags ?? []
  return tags.flatMap((tag) => tagFormSchema.safeParse(tag).data ?? [])
}

/** @returns undefined when it isn't JSON, or has far more values than an export. */
async function readJson(path: string): Promise<unknown> {
  const json = await readFile(path)
  if (!isWithinJsonSize(json, JSON_SIZE)) return undefined
  try {
    return JSON.parse(json.toString())
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}
