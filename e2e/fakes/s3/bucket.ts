import { createHash, randomUUID } from 'node:crypto'
import type { CheckedBody } from './body.ts'
import { S3Refusal } from './refusal.ts'

export interface S3Object {
  content: Buffer
  etag: string
  modifiedAt: Date
  crc32: string | null
  /** The requested kind of server-side encryption. */
  encryption: string | null
  /** Headers `x-amz-meta-…`. */
  metadata: Record<string, string>
}

/** The properties from the request that begins an object. */
export type ObjectFacts = Pick<S3Object, 'encryption' | 'metadata'>

interface Multipart {
  id: string
  key: string
  startedAt: Date
  /** Its parts must be completed with their checksums. */
  checksums: boolean
  facts: ObjectFacts
  parts: Map<number, S3Object>
}

/** A part as named by the request that completes its upload. */
export interface NamedPart {
  number: number
  etag: string
  crc32: string | null
}

/** Minimum size of all parts but the last, bytes. */
const SMALLEST_PART = 5 * 1024 * 1024
const MOST_PARTS = 10_000

/** Objects and unfinished multipart uploads in memory, with S3's rules. */
export function createBucket(clock: () => Date) {
  const objects = new Map<string, S3Object>()
  const multiparts = new Map<string, Multipart>()

  function multipart(id: string, key: string): Multipart {
    const found = multiparts.get(id)
    if (found?.key !== key) throw new S3Refusal('NoSuchUpload', 404)
    return found
  }
  const stored = ({ content, crc32 }: CheckedBody, facts: ObjectFacts): S3Object => ({
    content,
    etag: `"${md5(content)}"`,
    modifiedAt: clock(),
    crc32,
    ...facts,
  })

  return {
    objects,
    /** In listing order. */
    uploads: () => [...multiparts.values()].toSorted((a, b) => (a.key + a.id < b.key + b.id ? -1 : 1)),
    get(key: string): S3Object {
      const found = objects.get(key)
      if (found === undefined) throw new S3Refusal('NoSuchKey', 404)
      return found
    },
    put(key: string, body: CheckedBody, facts: ObjectFacts): S3Object {
      const object = stored(body, facts)
      objects.set(key, object)
      return object
    },
    start(key: string, checksums: boolean, facts: ObjectFacts): string {
      const id = randomUUID()
      multiparts.set(id, { id, key, startedAt: clock(), checksums, facts, parts: new Map() })
      return id
    },
    putPart(id: string, key: string, number: number, body: CheckedBody): S3Object {
      if (!Number.isInteger(number) || number < 1 || number > MOST_PARTS) throw new S3Refusal('InvalidArgument', 400)
      const part = stored(body, { encryption: null, metadata: {} })
      multipart(id, key).parts.set(number, part)
      return part
    },
    parts: (id: string, key: string) => [...multipart(id, key).parts].toSorted(([a], [b]) => a - b),
    abort(id: string, key: string): void {
      multiparts.delete(multipart(id, key).id)
    },
    complete(id: string, key: string, named: NamedPart[]): S3Object {
      const { parts, checksums, facts } = multipart(id, key)
      if (named.length === 0) throw new S3Refusal('MalformedXML', 400, 'no part is named')
      if (named.some(({ number }, index) => number <= (named[index - 1]?.number ?? 0)))
        throw new S3Refusal('InvalidPartOrder', 400)
      const chosen = named.map(({ number, etag, crc32 }, index) => {
        const part = parts.get(number)
        if (part === undefined || (etag !== part.etag && `"${etag}"` !== part.etag))
          throw new S3Refusal('InvalidPart', 400)
        if (checksums ? crc32 === null || crc32 !== part.crc32 : crc32 !== null && crc32 !== part.crc32)
          throw new S3Refusal('InvalidRequest', 400, `the checksum of part ${number} is missing or wrong`)
        if (index < named.length - 1 && part.content.length < SMALLEST_PART) throw new S3Refusal('EntityTooSmall', 400)
        return part
      })
      const sums = chosen.map((part) => Buffer.from(part.etag.slice(1, -1), 'hex'))
      const object: S3Object = {
        content: Buffer.concat(chosen.map((part) => part.content)),
        etag: `"${md5(Buffer.concat(sums))}-${chosen.length}"`,
        modifiedAt: clock(),
        crc32: null,
        ...facts,
      }
      objects.set(key, object)
      multiparts.delete(id)
      return object
    },
  }
}

function md5(content: Buffer): string {
  return createHash('md5').update(content).digest('hex')
}
