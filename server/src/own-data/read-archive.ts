import { createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { openPromise, type Entry, type ZipFile } from 'yauzl'
import { getDiskTrouble } from '../kernel/disk-trouble.ts'
import { AppError } from '../kernel/errors.ts'

/** A microsite in an archive: its fields, and its files by name. */
export interface ArchivedSite {
  folder: string
  fields: Entry
  files: Map<string, Entry>
}

export interface Archive {
  account: Entry | null
  sites: ArchivedSite[]
  /** Unpacks JSON to a path. @throws AppError invalid_request when it is too long or damaged. */
  unpackJson(entry: Entry, path: string, signal: AbortSignal): Promise<void>
  /**
   * Unpacks a file to a path. @throws AppError invalid_request when it is damaged; the signal's reason when aborted.
   */
  unpack(entry: Entry, path: string, signal: AbortSignal): Promise<void>
  close(): void
}

/** More entries than any account has; the directory is held in memory. */
const MOST_ENTRIES = 60_000
/** Eight years of calls at the monthly limit of the largest limited plan. */
const MOST_SITES = 10_000
/** A day of speech. */
const LONGEST_JSON_BYTES = 32 * 1024 ** 2
/** Bytes of an entry's name and extra fields. Names in an export have at most 80 characters. */
const LONGEST_ENTRY_TEXT = 1024
/**
 * Bytes unpacked for each byte of an archive. An export isn't compressed; its JSON, compressed by other tools,
 * reaches 20.
 */
const MAX_RATIO = 50
/** Bytes that any archive may unpack to, however small it is. */
const ALWAYS_UNPACKED_BYTES = 4 * 1024 ** 2
/** Bytes before the name in an entry's local header. */
const LOCAL_HEADER_BYTES = 30
const PACKED = 'This archive unpacks to an unsafe size. Import the file you downloaded.'

/**
 * Reads the directory of an exported archive. Nothing is unpacked: names only identify entries, and an entry whose
 * data are longer or shorter than stated fails while it is unpacked, so the stated sizes bound the work.
 * @throws AppError invalid_request when it is not such an archive, or unpacks to far more than its size.
 */
export async function openArchive(path: string): Promise<Archive> {
  const zip = await openPromise(path, { lazyEntries: true, autoClose: false, strictFileNames: true }).catch(refuse)
  try {
    if (zip.entryCount > MOST_ENTRIES) throw tooMany('files')
    const entries = await listEntries(zip).catch(refuse)
    assertNotPacked(entries.values(), zip.fileSize)
    const sites = getSites(entries)
    const account = entries.get('account.json') ?? null
    if (account === null && sites.length === 0) refuse()
    if (sites.length > MOST_SITES) throw tooMany('microsites')
    return {
      account,
      sites,
      unpackJson: (entry, path, signal) => unpackJson(zip, entry, path, signal),
      unpack: (entry, path, signal) => unpack(zip, entry, path, signal),
      close: () => zip.close(),
    }
  } catch (error) {
    zip.close()
    throw error
  }
}

async function listEntries(zip: ZipFile): Promise<Map<string, Entry>> {
  const entries = new Map<string, Entry>()
  for await (const entry of zip.eachEntry()) {
    if (entry.isEncrypted() || !entry.canDecodeFileData() || entries.has(entry.fileName)) refuse()
    // The directory is held in memory: a name may have 65,535 bytes, and so may its extra fields and its comment.
    if (entry.fileNameLength + entry.extraFieldLength + entry.fileCommentLength > LONGEST_ENTRY_TEXT) refuse()
    entries.set(entry.fileName, entry)
  }
  return entries
}

/** @throws AppError invalid_request when entries share data, or together are far longer than the archive. */
function assertNotPacked(entries: Iterable<Entry>, archiveBytes: number): void {
  const inOrder = [...entries].toSorted((a, b) => a.relativeOffsetOfLocalHeader - b.relativeOffsetOfLocalHeader)
  let end = 0
  let unpacked = 0
  for (const { relativeOffsetOfLocalHeader: start, compressedSize, uncompressedSize } of inOrder) {
    if (start < end) throw new AppError('invalid_request', PACKED)
    end = start + LOCAL_HEADER_BYTES + compressedSize
    unpacked += uncompressedSize
  }
  if (unpacked > ALWAYS_UNPACKED_BYTES + MAX_RATIO * archiveBytes) throw new AppError('invalid_request', PACKED)
}

function getSites(entries: ReadonlyMap<string, Entry>): ArchivedSite[] {
  const sites = new Map<string, { fields: Entry | null; files: Map<string, Entry> }>()
  for (const [name, entry] of entries) {
    const [, folder, file] = /^microsites\/([^/]+)\/(.+)$/.exec(name) ?? []
    if (folder === undefined || file === undefined || file.endsWith('/')) continue
    const site = sites.get(folder) ?? { fields: null, files: new Map() }
    if (file === 'microsite.json') site.fields = entry
    else site.files.set(file, entry)
    sites.set(folder, site)
  }
  return [...sites].flatMap(([folder, { fields, files }]) => (fields === null ? [] : [{ folder, fields, files }]))
}

async function unpackJson(zip: ZipFile, entry: Entry, path: string, signal: AbortSignal): Promise<void> {
  if (entry.uncompressedSize > LONGEST_JSON_BYTES)
    throw new AppError('invalid_request', `${entry.fileName} is too long.`)
  await unpack(zip, entry, path, signal)
}

async function unpack(zip: ZipFile, entry: Entry, path: string, signal: AbortSignal): Promise<void> {
  try {
    await pipeline(await zip.openReadStreamPromise(entry), createWriteStream(path), { signal })
  } catch (error) {
    signal.throwIfAborted()
    // A full disk doesn't mean a damaged archive.
    if (getDiskTrouble(error) !== null) throw error
    throw new AppError('invalid_request', `${entry.fileName} is damaged.`)
  }
}

function tooMany(what: 'files' | 'microsites'): AppError {
  return new AppError('invalid_request', `This archive has too many ${what}. Split it into smaller archives.`)
}

function refuse(): never {
  throw new AppError('invalid_request', 'This isn’t an account archive, or it’s damaged.')
}
