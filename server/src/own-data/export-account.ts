import type { Readable } from 'node:stream'
import { makeZip } from 'client-zip'
import type { Microsite } from '@callfolio/shared/contract/microsite.ts'
import type { Caller } from '../http/app.ts'
import { AppError } from '../kernel/errors.ts'
import { derivedFolder, logoKey } from '../storage/keys.ts'
import type { Storage, StoredObject } from '../storage/storage.ts'
import type { OwnRowsRepo } from './own-rows-repo.ts'

/** `withheld`: the stored file still contains redacted content. */
interface ReadMicrosite {
  site: Microsite
  sourceKey: string | null
  withheld: boolean
}

export interface ExportDeps {
  rows: OwnRowsRepo
  storage: Storage
  listMicrosites: (userId: string) => Promise<string[]>
  /** Keys of complete uploads without a microsite. */
  listUnusedUploads: (userId: string) => Promise<string[]>
  /** A microsite as its owner sees it, and its recording's key. @throws {AppError} not_found. */
  readMicrosite: (userId: string, id: string, session: string) => Promise<ReadMicrosite>
  /** Whether a microsite exists and no redaction of it is pending. */
  mayShowFiles: (userId: string, id: string) => Promise<boolean>
}

interface Entry {
  name: string
  input: string | AsyncIterable<Uint8Array>
  lastModified: Date
  /** Whether a file may still be sent; checked before each part. */
  isKept?: () => Promise<boolean>
}

/** Working files of a microsite: they contain nothing that the others don't. */
const OF_THE_WORK = /\/(stages|parts)\//
const LONGEST_NAME = 80

/**
 * Everything of an account as a zip archive (zip64 if large): the account's rows, its logo, uploads without a
 * microsite, and for each microsite its fields as JSON, the recording and the other files. Streamed: one file is open
 * at a time. Data deleted during the export is left out, and a file that is being sent then ends.
 */
export function exportAccount(
  deps: ExportDeps,
  who: Caller,
  { now, isAllowed }: ExportOptions,
): ReadableStream<Uint8Array> {
  return makeZip(checkedEntries(getEntries(deps, who, now), isAllowed))
}

interface ExportOptions {
  /** Timestamp of entries without their own. */
  now: Date
  /** Checked before each part. */
  isAllowed: () => Promise<boolean>
}

/** @throws when access has been revoked, which aborts the archive. */
async function* checkedEntries(
  entries: AsyncIterable<Entry>,
  isAllowed: () => Promise<boolean>,
): AsyncGenerator<Entry> {
  for await (const { input, isKept, ...entry } of entries) {
    await assertAllowed(isAllowed)
    yield { ...entry, input: typeof input === 'string' ? input : checkedParts(input, isAllowed, isKept) }
  }
}

/** Bytes of a file sent between two checks. */
const PART_BYTES = 4 * 1024 * 1024

async function* checkedParts(
  content: AsyncIterable<Uint8Array>,
  isAllowed: () => Promise<boolean>,
  isKept: Entry['isKept'],
): AsyncGenerator<Uint8Array> {
  let sent = 0
  for await (const chunk of content) {
    sent += chunk.length
    if (sent > PART_BYTES) {
      await assertAllowed(isAllowed)
      if (isKept && !(await isKept())) return
      sent = 0
    }
    yield chunk
  }
}

async function assertAllowed(isAllowed: () => Promise<boolean>): Promise<void> {
  if (!(await isAllowed())) throw new AppError('forbidden', 'This session has ended.')
}

async function* getEntries(deps: ExportDeps, { userId, sessionId }: Caller, now: Date): AsyncGenerator<Entry> {
  const rows = await deps.rows.read(userId)
  yield { name: 'account.json', input: toJson(rows), lastModified: now }
  const logo = rows.branding?.logoName ?? null
  if (logo !== null)
    yield* storedFile(deps, await deps.storage.stat(logoKey(userId, logo)), `branding/logo.${getExtension(logo)}`)
  // Before the microsites: an upload that becomes a microsite during the export is included at least once.
  for (const key of await deps.listUnusedUploads(userId))
    yield* storedFile(deps, await deps.storage.stat(key), `uploads/${key.split('/').at(-1)}`)
  for (const id of await deps.listMicrosites(userId)) {
    const read = await deps.readMicrosite(userId, id, sessionId).catch(nullWhenGone)
    if (read === null) continue
    const { site, sourceKey, withheld } = read
    const folder = `microsites/${folderName(site)}`
    // Links signed for an hour are not worth keeping.
    const { poster_url: _, ...fields } = site
    yield { name: `${folder}/microsite.json`, input: toJson(fields), lastModified: new Date(site.updated_at) }
    if (withheld) continue
    const derived = derivedFolder(userId, id)
    const kept = (await deps.storage.list(derived)).filter(({ key }) => !OF_THE_WORK.test(key))
    const mayShow = () => deps.mayShowFiles(userId, id)
    if (sourceKey !== null && !sourceKey.startsWith(derived)) {
      const name = `${folder}/recording.${getExtension(sourceKey)}`
      yield* storedFile(deps, await deps.storage.stat(sourceKey), name, mayShow)
    }
    for (const object of kept) yield* storedFile(deps, object, `${folder}/${object.key.slice(derived.length)}`, mayShow)
  }
}

async function* storedFile(
  { storage }: ExportDeps,
  object: StoredObject | null,
  name: string,
  mayShow = async () => true,
): AsyncGenerator<Entry> {
  if (object === null) return
  // A finished redaction has replaced it.
  const isKept = async () => (await mayShow()) && (await storage.stat(object.key)) !== null
  const input: Readable | null = (await isKept()) ? await storage.read(object.key).catch(nullWhenGone) : null
  if (input !== null) yield { name, input, lastModified: object.modifiedAt, isKept }
}

function folderName({ id, title, created_at: createdAt }: Microsite): string {
  const safe = title.replaceAll(/[^\p{L}\p{N} ._-]+/gu, '-').slice(0, LONGEST_NAME)
  return `${createdAt.slice(0, 10)} ${safe.replace(/[ .]+$/, '')} ${id.slice(0, 8)}`
}

function getExtension(name: string): string {
  return name.split('.').at(-1) ?? 'bin'
}

function toJson(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`
}

function nullWhenGone(error: unknown): null {
  if (error instanceof AppError && error.code === 'not_found') return null
  throw error
}
