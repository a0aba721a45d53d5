import { createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { openPromise, type Entry, type ZipFile } from 'yauzl'
import { diskTroubleOf } from '../kernel/disk-trouble.ts'
import { AppError } from '../kernel/errors.ts'

/** One microsite of an archive: its fields, and the files that belong to it by their names in its folder. */
export interface ArchivedSite {
  folder: string
  fields: Entry
  files: Map<string, Entry>
}

export interface Archive {
  account: Entry | null
  sites: ArchivedSite[]
  /** Unpacks JSON to a path. @throws AppError invalid_request when it is too long or damaged. */
  unpackJson(entry: Entry, path: string): Promise<void>
  /** Unpacks a file to a path. @throws AppError invalid_request when it is damaged. */
  unpack(entry: Entry, path: string): Promise<void>
  close(): void
}

/** More entries than any account has; the list of them is in memory. */
const MOST_ENTRIES = 100_000
/** Eight years of the calls that a month of the largest limited plan has. */
const MOST_SITES = 10_000
/** A day of call in words. */
const LONGEST_JSON_BYTES = 32 * 1024 ** 2
/** What all JSON of an archive may have: it is read to know what to refuse. */
const MOST_JSON_BYTES = 4 * 1024 ** 3

/**
 * Reads the list of an archive that a download of everything made. Nothing is unpacked: names lead nowhere but to entries,
 * and what an entry says of its length is what its stream gives, or it fails.
 * @throws AppError invalid_request when it is no such archive.
 */
export async function openArchive(path: string): Promise<Archive> {
  const zip = await openPromise(path, { lazyEntries: true, autoClose: false, strictFileNames: true }).catch(refuse)
  try {
    if (zip.entryCount > MOST_ENTRIES) throw new AppError('invalid_request', 'This archive has too many files.')
    const entries = await listEntries(zip).catch(refuse)
    const sites = sitesOf(entries)
    const account = entries.get('account.json') ?? null
    if (account === null && sites.length === 0) refuse()
    const jsonBytes = sites.reduce((sum, { fields }) => sum + fields.uncompressedSize, 0)
    if (sites.length > MOST_SITES || jsonBytes > MOST_JSON_BYTES)
      throw new AppError('invalid_request', 'This archive has too many microsites.')
    return {
      account,
      sites,
      unpackJson: (entry, path) => unpackJson(zip, entry, path),
      unpack: (entry, path) => unpack(zip, entry, path),
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
    entries.set(entry.fileName, entry)
  }
  return entries
}

function sitesOf(entries: ReadonlyMap<string, Entry>): ArchivedSite[] {
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

async function unpackJson(zip: ZipFile, entry: Entry, path: string): Promise<void> {
  if (entry.uncompressedSize > LONGEST_JSON_BYTES)
    throw new AppError('invalid_request', `${entry.fileName} is too long.`)
  await unpack(zip, entry, path)
}

async function unpack(zip: ZipFile, entry: Entry, path: string): Promise<void> {
  try {
    await pipeline(await zip.openReadStreamPromise(entry), createWriteStream(path))
  } catch (error) {
    // A disk that is full is no damage of the archive.
    if (diskTroubleOf(error) !== null) throw error
    throw new AppError('invalid_request', `${entry.fileName} is damaged.`)
  }
}

function refuse(): never {
  throw new AppError('invalid_request', 'This is no archive of a download of everything, or it is damaged.')
}
