import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { z } from 'zod'
import { micrositeSchema } from '@callfolio/shared/contract/microsite.ts'
import type { ImportProgress, ImportResult } from '@callfolio/shared/contract/own-data.ts'
import { tagFormSchema, type TagForm } from '@callfolio/shared/contract/tag.ts'
import { AppError } from '../kernel/errors.ts'
import type { Restored } from '../microsites/restore-microsite.ts'
import type { Storage } from '../storage/storage.ts'
import { openArchive, type Archive, type ArchivedSite } from './read-archive.ts'

export interface ImportDeps {
  storage: Storage
  /** Asks whether so many bytes may come. @throws AppError */
  assertStorageRoom: (userId: string, bytes: number) => Promise<void>
  /** Counts a stored recording as a finished upload of the user's. */
  registerUpload: (userId: string, key: string, bytes: number) => Promise<void>
  /** @throws AppError conflict when there is one of the name, tag_limit_reached. */
  createTag: (userId: string, tag: TagForm) => Promise<unknown>
  /** @returns false when it is there already. */
  restore: (userId: string, restored: Restored) => Promise<boolean>
  /** How far each user's import is that this process does. */
  importing: Map<string, ImportProgress>
}

const fieldsSchema = micrositeSchema.omit({ poster_url: true })
const accountSchema = z.object({ tags: z.array(z.unknown()).max(10_000).default([]) })
/** The files that a microsite's folder may have; names in an archive are anybody's. */
const KNOWN_FILES =
  /^(recording|video|sample)\.[a-z0-9]{1,5}$|^poster\.jpg$|^captions\.txt$|^given-[\w-]{1,64}\.txt$|^tracks\/(you|them)$/
const POSTER = 'poster.jpg'

/**
 * Imports a download of everything, of this server or another: tags by name, and each finished microsite with its files,
 * under ids of this account's own. A microsite comes whole or not at all; one that is there already is left alone, so that
 * an import that was cut off is simply repeated. Links, views, settings and what was never finished stay behind.
 * @param body the archive.
 * @throws AppError invalid_request when it is no such archive.
 */
export async function importAccount(deps: ImportDeps, userId: string, body: Readable): Promise<ImportResult> {
  const folder = await mkdtemp(join(tmpdir(), 'import-'))
  try {
    const path = join(folder, 'archive.zip')
    await pipeline(body, createWriteStream(path))
    const archive = await openArchive(path)
    try {
      return await importArchive(deps, userId, archive, folder)
    } finally {
      archive.close()
    }
  } finally {
    deps.importing.delete(userId)
    await rm(folder, { recursive: true, force: true })
  }
}

async function importArchive(
  deps: ImportDeps,
  userId: string,
  archive: Archive,
  folder: string,
): Promise<ImportResult> {
  if (archive.account !== null) await importTags(deps, userId, await archive.readJson(archive.account))
  const result: ImportResult = { imported: 0, known: 0, left: [] }
  for (const [done, site] of archive.sites.entries()) {
    deps.importing.set(userId, { done, of: archive.sites.length })
    try {
      if (await importSite(deps, userId, archive, site, folder)) result.imported += 1
      else result.known += 1
    } catch (error) {
      // What the disk or the database can't do is nothing about this microsite.
      if (!(error instanceof AppError)) throw error
      result.left.push({ name: site.folder, reason: error.message })
    }
  }
  return result
}

async function importTags({ createTag }: ImportDeps, userId: string, account: unknown): Promise<void> {
  const tags = accountSchema.safeParse(account).data?.tags ?? []
  for (const tag of tags) {
    const form = tagFormSchema.safeParse(tag)
    // A name that is there is the same tag; what the plan has no room for is left out.
    if (form.success) await createTag(userId, form.data).catch(nothingWhenRefused)
  }
}

async function importSite(
  deps: ImportDeps,
  userId: string,
  archive: Archive,
  { fields: entry, files }: ArchivedSite,
  folder: string,
): Promise<boolean> {
  const parsed = fieldsSchema.safeParse(await archive.readJson(entry))
  if (!parsed.success) throw new AppError('invalid_request', `${entry.fileName} can’t be read.`)
  const fields = parsed.data
  if (fields.status !== 'active') throw new AppError('invalid_request', 'It was never finished.')
  const wanted = [...files].filter(([name]) => KNOWN_FILES.test(name))
  await deps.assertStorageRoom(
    userId,
    wanted.reduce((sum, [, file]) => sum + file.uncompressedSize, 0),
  )
  return deps.restore(userId, {
    id: importedId(userId, fields.id),
    fields,
    storeFiles: async (target) => {
      for (const [name, file] of wanted) {
        const local = join(folder, 'file')
        await pipeline(await archive.open(file), createWriteStream(local)).catch(() => {
          throw new AppError('invalid_request', `${file.fileName} is damaged.`)
        })
        await deps.storage.adopt(local, target + name)
      }
      const video = playableOf(
        fields.video_url,
        wanted.map(([name]) => name),
      )
      if (video !== null) await deps.registerUpload(userId, target + video, files.get(video)?.uncompressedSize ?? 0)
      return {
        videoKey: video && target + video,
        posterKey: files.has(POSTER) ? target + POSTER : null,
      }
    },
  })
}

/** Which of the files is played: the one of that name, or the recording as it was uploaded. */
function playableOf(videoUrl: string | null, names: readonly string[]): string | null {
  if (videoUrl === null) return null
  const own = basename(videoUrl)
  return names.find((name) => name === own) ?? names.find((name) => name.startsWith('recording.')) ?? null
}

/** Always the same for a microsite and an account, and nobody else's, whatever an archive says. */
function importedId(userId: string, id: string): string {
  const digest = createHash('sha256').update(`${userId}\n${id}`).digest('hex')
  return digest.slice(0, 32).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

function nothingWhenRefused(error: unknown): void {
  if (!(error instanceof AppError)) throw error
}
