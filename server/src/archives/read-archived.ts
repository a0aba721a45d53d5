import { readFile } from 'node:fs/promises'
import { z } from 'zod'
import { micrositeSchema } from '@callfolio/shared/contract/microsite.ts'
import { tagFormSchema, type TagForm } from '@callfolio/shared/contract/tag.ts'
import { PermanentFailure } from '../kernel/errors.ts'
import { assertWithinLimits } from '../transcription/caption-limits.ts'

/** What a column of integers holds, on PostgreSQL. */
const LARGEST_INT = 2 ** 31 - 1

const fieldsSchema = micrositeSchema
  .omit({ poster_url: true })
  .extend({ duration_ms: z.number().int().min(0).max(LARGEST_INT).nullable() })
export type ArchivedFields = z.infer<typeof fieldsSchema>

const accountSchema = z.object({ tags: z.array(z.unknown()).max(10_000).default([]) })

/**
 * What a microsite may hold besides the lines of its transcript: three days of words, the tags that an edit takes, and far
 * more recap than anybody reads.
 */
const LIMITS = { words: 700_000, tags: 200, restCharacters: 5_000_000 }

/** A microsite as it is in a download; or why it is not taken, null where it is none. */
export type ArchivedRead = { fields: ArchivedFields } | { refused: string | null }

/** Reads the JSON of a downloaded microsite. @param path of it, absolute. */
export async function readArchivedSite(path: string): Promise<ArchivedRead> {
  const { data: fields } = fieldsSchema.safeParse(await readJson(path))
  if (fields === undefined) return { refused: null }
  try {
    assertWithinLimits(fields.segments)
  } catch (error) {
    if (error instanceof PermanentFailure) return { refused: error.message }
    throw error
  }
  return isTooLong(fields) ? { refused: 'It has more text than a microsite can have.' } : { fields }
}

/**
 * Reads the tags in the JSON of a downloaded account; those that can't be read are left out.
 * @param path of it, absolute.
 * @returns null where it is no JSON.
 */
export async function readArchivedTags(path: string): Promise<TagForm[] | null> {
  const account = await readJson(path)
  if (account === undefined) return null
  const tags = accountSchema.safeParse(account).data?.tags ?? []
  return tags.flatMap((tag) => tagFormSchema.safeParse(tag).data ?? [])
}

function isTooLong({ segments, transcript: _, ...rest }: ArchivedFields): boolean {
  const words = segments.reduce((sum, line) => sum + (line.words?.length ?? 0) + (line.heard?.words?.length ?? 0), 0)
  return words > LIMITS.words || rest.tags.length > LIMITS.tags || JSON.stringify(rest).length > LIMITS.restCharacters
}

/** @returns undefined where it is no JSON. */
async function readJson(path: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(path, 'utf8'))
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}
