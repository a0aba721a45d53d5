import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { strToU8, zipSync, type Zippable } from 'fflate'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openArchive, type Archive } from './read-archive.ts'

const MB = 1024 ** 2
const DIRECTORY_ENTRY = 'PK\u0001\u0002'
const NEVER = new AbortController().signal
const PACKED = 'This archive unpacks to an unsafe size. Import the file you downloaded.'
const NO_ARCHIVE = 'This isn’t an account archive, or it’s damaged.'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'read-archive-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

async function open(bytes: Uint8Array): Promise<Archive> {
  const path = join(folder, 'archive.zip')
  await writeFile(path, bytes)
  return openArchive(path)
}

const zip = (files: Zippable, level: 0 | 6 = 6) => Buffer.from(zipSync(files, { level }))
const getSites = (count: number, json: Uint8Array): Zippable =>
  Object.fromEntries(Array.from({ length: count }, (_, n) => [`microsites/${n}/microsite.json`, json]))

/** Changes each entry of an archive's directory. @param change gets the entry's offset. */
function withDirectory(archive: Buffer, change: (at: number, n: number) => void): Buffer {
  let n = 0
  for (let at = archive.indexOf(DIRECTORY_ENTRY); at !== -1; at = archive.indexOf(DIRECTORY_ENTRY, at + 1))
    change(at, n++)
  return archive
}

describe('openArchive', () => {
  test.each<[what: string, archive: () => Buffer, problem: string]>([
    ['one microsite of zeros, 1000:1', () => zip(getSites(1, new Uint8Array(8 * MB))), PACKED],
    ['several microsites that are small enough each', () => zip(getSites(8, new Uint8Array(MB))), PACKED],
    [
      'a recording of zeros',
      () => zip({ ...getSites(1, strToU8('{}')), 'microsites/0/video.mp4': new Uint8Array(8 * MB) }),
      PACKED,
    ],
    [
      'entries that share their data',
      () => {
        const archive = zip(getSites(50, strToU8('{"id":"x"}')), 0)
        let first = 0
        return withDirectory(archive, (at, n) => {
          if (n === 0) first = archive.readUInt32LE(at + 42)
          else archive.writeUInt32LE(first, at + 42)
        })
      },
      PACKED,
    ],
    [
      'an entry with a comment of 60,000 bytes',
      () => Buffer.from(zipSync({ 'account.json': [strToU8('{}'), { comment: 'x'.repeat(60_000) }] })),
      NO_ARCHIVE,
    ],
    [
      'more files than an account has',
      () => zip({ 'account.json': strToU8('{}'), ...manyFiles(60_000) }, 0),
      'This archive has too many files. Split it into smaller archives.',
    ],
    [
      'a list that ends before its entries do',
      () => {
        const archive = zip(getSites(3, strToU8('{}')))
        const end = archive.lastIndexOf('PK\u0005\u0006')
        archive.writeUInt16LE(30_000, end + 10)
        return archive
      },
      NO_ARCHIVE,
    ],
    [
      'a list that begins after the archive ends',
      () => {
        const archive = zip(getSites(3, strToU8('{}')))
        archive.writeUInt32LE(0x7fffffff, archive.lastIndexOf('PK\u0005\u0006') + 16)
        return archive
      },
      NO_ARCHIVE,
    ],
    ['an archive in an archive', () => zip({ 'nested.zip': zip(getSites(3, strToU8('{}'))) }), NO_ARCHIVE],
  ])('refuses %s, without unpacking anything', async (_what, archive, problem) => {
    await expect(open(archive())).rejects.toMatchObject({ code: 'invalid_request', message: problem })
  })

  test('stops unpacking an entry that has more bytes than it states', async () => {
    const bomb = zip(getSites(1, new Uint8Array(8 * MB)))
    const archive = await open(withDirectory(bomb, (at) => bomb.writeUInt32LE(1000, at + 24)))
    const [site] = archive.sites
    const path = join(folder, 'unpacked')
    await expect(archive.unpackJson(site!.fields, path, NEVER)).rejects.toMatchObject({
      message: 'microsites/0/microsite.json is damaged.',
    })
    expect((await stat(path)).size).toBeLessThan(MB)
    archive.close()
  })

  test('stops unpacking when its signal aborts', async () => {
    const archive = await open(zip({ 'account.json': strToU8('{}'), ...manyFiles(1) }, 0))
    const reason = new Error('the client is gone')
    const unpacking = archive.unpack(archive.account!, join(folder, 'unpacked'), AbortSignal.abort(reason))
    await expect(unpacking).rejects.toBe(reason)
    archive.close()
  })

  test('accepts an archive whose JSON was compressed by another tool', async () => {
    const line = (n: number) => ({
      id: `s${n}`,
      start_ms: n * 2000,
      end_ms: n * 2000 + 1900,
      speaker: n % 3 === 0 ? 'Dana Reed' : 'Lee Ortiz',
      text: `We send the offer for ${n} seats on day ${n % 31} and decide then.`,
      words: ['We', 'send', 'the', 'offer', 'for', `${n}`, 'seats', 'on', 'day', `${n % 31}`].map((text, w) => ({
        text,
        start_ms: n * 2000 + w * 190,
        end_ms: n * 2000 + w * 190 + 170,
      })),
    })
    const json = strToU8(JSON.stringify({ segments: Array.from({ length: 5000 }, (_, n) => line(n)) }, null, 2))
    const archive = await open(zip(getSites(3, json)))
    expect(archive.sites).toHaveLength(3)
    archive.close()
  })
})

function manyFiles(count: number): Zippable {
  return Object.fromEntries(Array.from({ length: count }, (_, n) => [`uploads/${n}`, new Uint8Array()]))
}
