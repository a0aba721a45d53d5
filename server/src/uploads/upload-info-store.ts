import { randomUUID } from 'node:crypto'
import { mkdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Configstore } from '@tus/file-store'
import { Upload } from '@tus/server'
import { z } from 'zod'
import { hasCode, writeDurably } from '../storage/durable-file.ts'

const noteSchema = z.object({
  id: z.string().min(1),
  size: z.number().int().nonnegative().optional(),
  offset: z.number().int().nonnegative(),
  metadata: z.record(z.string(), z.string().nullable()).optional(),
  creation_date: z.string(),
})

/** The tus state of each upload, one JSON file each, in a separate folder next to the bucket. */
export function createUploadInfoStore(folder: string): Configstore {
  // Encoded, so that every file is in this one folder whatever the key.
  const getPath = (key: string) => join(folder, `${Buffer.from(key).toString('base64url')}.json`)
  return {
    async get(key) {
      const note = noteSchema.safeParse(await readJson(getPath(key)))
      if (!note.success) return undefined
      const { size, metadata, ...rest } = note.data
      return new Upload({
        ...rest,
        ...(size === undefined ? {} : { size }),
        ...(metadata === undefined ? {} : { metadata }),
      })
    },
    async set(key, { id, size, offset, metadata, creation_date }) {
      await mkdir(folder, { recursive: true })
      await writeDurably(
        getPath(key),
        JSON.stringify({ id, size, offset, metadata, creation_date }),
        join(folder, randomUUID()),
      )
    },
    async delete(key) {
      await rm(getPath(key), { force: true })
    },
  }
}

async function readJson(path: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(path, 'utf8'))
  } catch (error) {
    if (hasCode(error, 'ENOENT', 'ENAMETOOLONG') || error instanceof SyntaxError) return null
    throw error
  }
}
