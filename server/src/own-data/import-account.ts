import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ImportProgress, ImportResult } from '@callfolio/shared/contract/own-data.ts'
import type { TagForm } from '@callfolio/shared/contract/tag.ts'
import type { ArchivedFields } from '../archives/read-archived.ts'
import { isRefusedValue } from '../db/refusals.ts'
import { whileSpaceLasts } from '../kernel/disk-watch.ts'
import type { Entry } from 'yauzl'
import { AppError, tooManyRequests, WorkStopped } from '../kernel/errors.ts'
import type { RateLimiter, RateRule } from '../limits/rate-limiter.ts'
import type { Restored } from '../microsites/making/restore-microsite.ts'
import { importedKey } from '../storage/keys.ts'
import type { Storage } from '../storage/storage.ts'
import type { TaskInput, TaskResult, TaskRunner } from '../tasks/task-runner.ts'
import type { ImportsUnderWay } from './imports-under-way.ts'
import { openArchive, type Archive, type ArchivedSite } from './read-archive.ts'

export interface ImportDeps {
  storage: Storage
  /** Checks whether this many bytes may be uploaded. @throws AppError */
  assertStorageLimit: (userId: string, bytes: number) => Promise<void>
  /** Checks whether the disk has space for this many bytes. @throws AppError */
  assertDiskSpace: (bytes: number) => Promise<void>
  /** Counts files against the user's storage before they are stored. @throws AppError when the plan has no space. */
  countStored: (userId: string, stored: readonly { key: string; bytes: number }[]) => Promise<void>
  tasks: Pick<TaskRunner, 'run'>
  /** @throws AppError conflict when the name exists, tag_limit_reached. */
  createTag: (userId: string, tag: TagForm) => Promise<unknown>
  /** @returns false when it exists already. */
  restore: (userId: string, restored: Restored) => Promise<boolean>
  importing: ImportsUnderWay
  limiter: RateLimiter
}

/** Time for reading the JSON of one account's archives, ms. Ten times what 1,000 one-hour calls take. */
const READING_RULE: RateRule = { name: 'import_reading', points: 30 * 60_000, seconds: 3 * 60 * 60 }
/** The disk is checked again after this many bytes of an archive. */
const ASKED_EVERY_BYTES = 64 * 1024 ** 2
/** A microsite's minimum size in the database. */
const LEAST_SITE_BYTES = 4096
/** The files allowed in a microsite's folder; names in an archive are untrusted. */
const KNOWN_FILES =
  /^(recording|video|sample)\.[a-z0-9]{1,5}$|^poster\.jpg$|^captions\.txt$|^given-[\w-]{1,64}\.txt$|^tracks\/(you|them)$/
const POSTER = 'poster.jpg'

/** A running import. */
interface Import {
  deps: ImportDeps
  userId: string
  archive: Archive
  /** For unpacked files. */
  folder: string
  /** Aborted once the client has disconnected. */
  signal: AbortSignal
}

/**
 * Imports an export from this server or another: tags by name, and each finished microsite with its files, under this
 * account's own ids. A microsite is imported whole or not at all; existing ones are left alone, so an interrupted
 * import can simply be repeated. Links, views, settings and unfinished microsites are skipped.
 * @param body the archive.
 * @param signal aborts between two writes.
 * @throws AppError invalid_request when it is not such an archive, conflict while the user has another import
 * running, insufficient_storage when the disk is full, too_many_requests when the account's archives took too long to
 * read; the signal's reason when aborted.
 */
export async function importAccount(
  deps: ImportDeps,
  userId: string,
  body: Readable,
  signal: AbortSignal,
): Promise<ImportResult> {
  return deps.importing.run(userId, async (onProgress) => {
    const folder = await mkdtemp(join(tmpdir(), 'import-'))
    try {
      const path = join(folder, 'archive.zip')
      await pipeline(
        body,
        (chunks: AsyncIterable<Buffer>) => whileSpaceLasts(chunks, ASKED_EVERY_BYTES, deps.assertDiskSpace),
        createWriteStream(path),
      )
      const archive = await openArchive(path)
      try {
        return await importArchive({ deps, userId, archive, folder, signal }, onProgress)
      } finally {
        archive.close()
      }
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  })
}

async function importArchive(running: Import, onProgress: (progress: ImportProgress) => void): Promise<ImportResult> {
  const { archive, signal } = running
  await importTags(running)
  const result: ImportResult = { imported: 0, known: 0, left: [] }
  for (const [done, site] of archive.sites.entries()) {
    signal.throwIfAborted()
    onProgress({ done, of: archive.sites.length })
    try {
      if (await importSite(running, site)) result.imported += 1
      else result.known += 1
    } catch (error) {
      signal.throwIfAborted()
      // Failures of disk or database, and account limits, don't concern this microsite alone.
      if (!(error instanceof AppError) || error.code === 'too_many_requests') throw error
      result.left.push({ name: site.folder, reason: error.message })
    }
  }
  return result
}

async function importTags(running: Import) {
  const {
    deps,
    userId,
    signal,
    archive: { account },
  } = running
  if (account === null) return
  const tags = await readJson(running, 'readArchivedTags', account)
  if (tags === null) throw new AppError('invalid_request', `${account.fileName} can’t be read.`)
  for (const tag of tags) {
    signal.throwIfAborted()
    // An existing name is the same tag; tags beyond the plan's limit, or too large for the database, are left out.
    await deps.createTag(userId, tag).catch(nothingWhenRefused)
  }
}

async function importSite(running: Import, site: ArchivedSite): Promise<boolean> {
  const { deps, userId, archive, folder, signal } = running
  const fields = await readFields(running, site)
  const wanted = [...site.files].filter(([name]) => KNOWN_FILES.test(name))
  const id = importedId(userId, fields.id)
  const played = getPlayable(
    fields.video_url,
    wanted.map(([name]) => name),
  )
  const playedBytes = played === null ? 0 : (site.files.get(played)?.uncompressedSize ?? 0)
  const bytes =
    Math.max(site.fields.uncompressedSize, LEAST_SITE_BYTES) +
    wanted.reduce((sum, [, file]) => sum + file.uncompressedSize, 0)
  return deps.restore(userId, {
    id,
    fields,
    assertStorageLimit: () => deps.assertStorageLimit(userId, bytes),
    storeFiles: async (target) => {
      const videoKey = played && target + played
      await deps.countStored(userId, [
        { key: importedKey(userId, id), bytes: bytes - playedBytes },
        ...(videoKey === null ? [] : [{ key: videoKey, bytes: playedBytes }]),
      ])
      for (const [name, file] of wanted) {
        await deps.assertDiskSpace(file.uncompressedSize)
        const local = join(folder, 'file')
        await archive.unpack(file, local, signal)
        await deps.storage.adopt(local, target + name)
      }
      return { videoKey, posterKey: site.files.has(POSTER) ? target + POSTER : null }
    },
  })
}

/** @throws AppError invalid_request when they can't be imported. */
async function readFields(running: Import, { fields: entry }: ArchivedSite): Promise<ArchivedFields> {
  const read = await readJson(running, 'readArchivedSite', entry)
  if ('refused' in read) throw new AppError('invalid_request', read.refused ?? `${entry.fileName} can’t be read.`)
  if (read.fields.status !== 'active') throw new AppError('invalid_request', 'It was never finished.')
  return read.fields
}

/**
 * Unpacks and parses JSON in another process, and counts its time.
 * @throws AppError invalid_request when it can't be parsed, too_many_requests when the account's time is used up.
 */
async function readJson<N extends 'readArchivedSite' | 'readArchivedTags'>(
  { deps, userId, archive, folder, signal }: Import,
  task: N,
  entry: Entry,
): Promise<TaskResult<N>> {
  await deps.assertDiskSpace(entry.uncompressedSize)
  const path = join(folder, 'read.json')
  await archive.unpackJson(entry, path, signal)
  const started = performance.now()
  const [read] = await Promise.allSettled([deps.tasks.run(task, path as TaskInput<N>, { signal })])
  const waitSeconds = await deps.limiter.take(READING_RULE, userId, Math.ceil(performance.now() - started))
  if (waitSeconds !== null) throw tooManyRequests(waitSeconds, 'This import took too long. Imported items are saved.')
  if (read.status === 'fulfilled') return read.value
  if (!(read.reason instanceof WorkStopped)) throw read.reason
  throw new AppError('invalid_request', `${entry.fileName} is too large to be read.`, { cause: read.reason })
}

/** The file to play: the one with that name, or the uploaded recording. */
function getPlayable(videoUrl: string | null, names: readonly string[]): string | null {
  if (videoUrl === null) return null
  const own = basename(videoUrl)
  return names.find((name) => name === own) ?? names.find((name) => name.startsWith('recording.')) ?? null
}

/** Deterministic per microsite and account, and unique to it, whatever an archive says. */
function importedId(userId: string, id: string): string {
  const digest = createHash('sha256').update(`${userId}\n${id}`).digest('hex')
  return digest.slice(0, 32).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

function nothingWhenRefused(error: unknown): void {
  if (!(error instanceof AppError || isRefusedValue(error))) throw error
}
