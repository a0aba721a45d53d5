import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { cp, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { formatMegabytes } from '@callfolio/shared/format.ts'
import { bucketOf, loadSecretKey, transferFolderOf, type Config } from '../config/config.ts'
import { openDatabase } from '../db/database.ts'
import { lockFolder } from '../db/folder-lock.ts'
import { systemClock as clock } from '../kernel/clock.ts'
import { openStorage } from '../storage/open-storage.ts'
import { createLinkSigner } from '../storage/signed-links.ts'
import { claimDatabase, copyDatabase, releaseDatabase, type Progress } from './copy-database.ts'
import { claimObjects, copyObjects, releaseObjects, type ObjectsCopied } from './copy-objects.ts'
import { settingsFor, type CopyTarget } from './copy-target.ts'
import { listUnfinishedUploads } from './unfinished-uploads-repo.ts'

/** What of a data folder goes along besides recordings and the database. */
const SMALL_FILES = ['secret.key', 'ai-server.sealed', 'outbox']

/** The result as data and as text. */
export interface CopyReport {
  data: { tables: Record<string, number>; files: ObjectsCopied | null; uploadsLeft: number }
  text: string
}

/**
 * Copies an installation whose servers are stopped: all tables, all recordings and what was made of them. Run again after it
 * was cut off, it goes on. What is copied counts only when it is read back the same.
 * @throws {PermanentFailure} when the target has something else. @throws {ConfigError} when a server is running.
 */
export async function copyInstallation(config: Config, target: CopyTarget, onProgress: Progress): Promise<CopyReport> {
  const unlock = await lockFolder(config.DATA_DIR)
  const from = await openDatabase(config.DATABASE_URL ?? join(config.DATA_DIR, 'callfolio.db'))
  try {
    const secretKey = await loadSecretKey(config.SECRET_KEY, config.DATA_DIR)
    const installation = createHash('sha256').update(`copy of ${secretKey}`).digest('hex')
    if (target.folder !== null) await mkdir(target.folder, { recursive: true })
    const uploadsLeft = await listUnfinishedUploads(from)
    const tables = new Map<string, number>()
    const to = target.database === null ? null : await openDatabase(target.database)
    try {
      if (to !== null) await claimDatabase(to, installation)
      const files = await copyFiles(config, target, {
        secretKey,
        installation,
        without: new Set(uploadsLeft),
        onProgress,
      })
      if (to !== null) for (const [name, rows] of await copyDatabase(from, to, onProgress)) tables.set(name, rows)
      // The files' mark last: cut off in between, the copy is whole, and a server starts on it.
      if (to !== null) await releaseDatabase(to)
      await files?.release()
      return report(target, {
        tables: Object.fromEntries(tables),
        files: files?.copied ?? null,
        uploadsLeft: uploadsLeft.length,
      })
    } finally {
      await to?.close()
    }
  } finally {
    await from.close()
    unlock()
  }
}

interface FilesOptions {
  secretKey: string
  installation: string
  without: ReadonlySet<string>
  onProgress: Progress
}

/** @returns null where they stay; `release` to be called when the whole copy is done. */
async function copyFiles(
  config: Config,
  { folder, bucket }: CopyTarget,
  { secretKey, installation, without, onProgress }: FilesOptions,
): Promise<{ copied: ObjectsCopied; release: () => Promise<void> } | null> {
  if (folder === null && bucket === null) return null
  const transferFolder = transferFolderOf(config)
  const parts = { transferFolder, links: createLinkSigner({ secretKey, clock }) }
  const from = await openStorage({ ...parts, bucket: bucketOf(config), folder: join(config.DATA_DIR, 'uservideos') })
  const to = await openStorage({ ...parts, bucket, folder: join(folder ?? config.DATA_DIR, 'uservideos') })
  await claimObjects(to, installation)
  const copied = await copyObjects({
    from,
    to,
    without,
    folder: transferFolder,
    onObject: ({ objects, bytes }) => onProgress(`files: ${objects}, ${formatMegabytes(bytes)}`),
  })
  if (folder !== null)
    for (const name of SMALL_FILES)
      if (existsSync(join(config.DATA_DIR, name)))
        await cp(join(config.DATA_DIR, name), join(folder, name), { recursive: true, preserveTimestamps: true })
  return { copied, release: () => releaseObjects(to) }
}

function report(target: CopyTarget, data: CopyReport['data']): CopyReport {
  const { tables, files, uploadsLeft } = data
  const rows = Object.values(tables).reduce((sum, each) => sum + each, 0)
  const lines = [
    ...(target.database === null
      ? []
      : [`${rows} rows of ${Object.keys(tables).length} tables are copied and compared.`]),
    ...(files === null ? [] : [`${files.objects} files, ${formatMegabytes(files.bytes)}, are copied and compared.`]),
    ...(uploadsLeft === 0 ? [] : [`${uploadsLeft} uploads that were under way begin again.`]),
    `Start with ${settingsFor(target).join(', ')}, and the same SECRET_KEY: that of ${target.folder === null ? 'secret.key in the data folder' : 'the copied secret.key'}, or the one that was set.`,
    'The search is indexed anew at the start. Keep the old place until the new one was looked at.',
  ]
  return { data, text: lines.join('\n') }
}
