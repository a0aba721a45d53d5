import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, mkdtemp, rm, stat as fileFacts } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import {
  AbortMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  ListPartsCommand,
  paginateListObjectsV2,
  PutObjectCommand,
  type ListMultipartUploadsCommandOutput,
  type ListPartsCommandOutput,
  type MultipartUpload,
  type S3Client,
} from '@aws-sdk/client-s3'
import { Upload } from '@aws-sdk/lib-storage'
import { AppError } from '../kernel/errors.ts'
import { assertStorageKey, uploadNoteKey } from './keys.ts'
import { isAbsent } from './s3-client.ts'
import { signedPath, type LinkSigner } from './signed-links.ts'
import type { ByteRange, Storage, StoredObject } from './storage.ts'

export interface S3StorageOptions {
  client: S3Client
  bucket: string
  links: LinkSigner
  /** Holds objects while a program reads them as files. */
  transferFolder: string
}

/** Part size when storing a file; as much is in memory at once. */
const PART_BYTES = 8 * 1024 * 1024
const PARTS_AT_ONCE = 4

/**
 * Storage in an S3 bucket, or in one of a compatible server. Links go through this server: a link to the bucket itself
 * could not be revoked before it expires.
 */
export function createS3Storage({ client, bucket, links, transferFolder }: S3StorageOptions): Storage {
  const getPlace = (key: string) => {
    assertStorageKey(key)
    return { Bucket: bucket, Key: key }
  }

  async function stat(key: string): Promise<StoredObject | null> {
    try {
      const { ContentLength: size = 0, LastModified = new Date(0) } = await client.send(
        new HeadObjectCommand(getPlace(key)),
      )
      return { key, size, modifiedAt: LastModified }
    } catch (error) {
      if (isAbsent(error)) return null
      throw error
    }
  }

  async function read(key: string, range?: ByteRange): Promise<Readable> {
    const place = getPlace(key)
    const part = range && { Range: `bytes=${range.start}-${range.end}` }
    const { Body } = await client.send(new GetObjectCommand({ ...place, ...part })).catch(refuseAbsent)
    if (!(Body instanceof Readable)) throw new Error('the client returned no stream')
    // A reader that has not begun, or has stopped, does not listen: a timeout would end the process.
    Body.on('error', () => {})
    return Body
  }

  async function* objectsBelow(prefix: string): AsyncGenerator<StoredObject> {
    for await (const { Contents = [] } of paginateListObjectsV2({ client }, { Bucket: bucket, Prefix: prefix }))
      for (const { Key = '', Size = 0, LastModified = new Date(0) } of Contents)
        yield { key: Key, size: Size, modifiedAt: LastModified }
  }

  const { listUnfinished, touchedAt } = createUnfinishedLists(client, bucket)

  return {
    async stat(key) {
      assertStorageKey(key)
      return stat(key)
    },
    async read(key, range) {
      return read(key, range)
    },
    async write(key, content) {
      await client.send(new PutObjectCommand({ ...getPlace(key), Body: content }))
    },
    async adopt(localPath, key) {
      const Body = createReadStream(localPath, { highWaterMark: PART_BYTES })
      const params = { ...getPlace(key), Body }
      await new Upload({ client, params, partSize: PART_BYTES, queueSize: PARTS_AT_ONCE }).done()
      // Deletes the only copy last.
      if ((await stat(key))?.size !== (await fileFacts(localPath)).size)
        throw new Error('The bucket lost an object it confirmed.')
      await rm(localPath)
    },
    async withLocalFile(key, use) {
      const content = await read(key)
      await mkdir(transferFolder, { recursive: true })
      const folder = await mkdtemp(join(transferFolder, 'object-'))
      try {
        const path = join(folder, 'content')
        await pipeline(content, createWriteStream(path))
        return await use(path)
      } finally {
        await rm(folder, { recursive: true, force: true })
      }
    },
    async remove(key) {
      await client.send(new DeleteObjectCommand(getPlace(key)))
    },
    async list(prefix) {
      assertStorageKey(prefix.replace(/\/$/, ''))
      const found = await Array.fromAsync(objectsBelow(prefix))
      return found.sort((a, b) => (a.key < b.key ? -1 : 1))
    },
    async *all() {
      // Stored upload data doesn't belong to a storage key.
      for await (const object of objectsBelow('')) if (!object.key.startsWith('.')) yield object
    },
    async removeUnfinished({ below = '', untouchedSince }) {
      let removed = 0
      for await (const upload of listUnfinished(below)) {
        const { Key = '', UploadId } = upload
        // A user's upload, which has an info object, is kept for days.
        const isPersons = await client.send(new HeadObjectCommand({ Bucket: bucket, Key: uploadNoteKey(Key) })).then(
          () => true,
          (error: unknown) => !isAbsent(error),
        )
        if (isPersons || (await touchedAt(upload)) >= untouchedSince.getTime()) continue
        await client.send(new AbortMultipartUploadCommand({ Bucket: bucket, Key, UploadId }))
        removed += 1
      }
      return removed
    },
    async signedUrl(key, holder) {
      assertStorageKey(key)
      const { query, expiresAt } = links.sign(key, holder)
      return { url: `${signedPath(key)}?${query}`, expiresAt }
    },
  }
}

/** Reads uploads in parts that were not completed. */
function createUnfinishedLists(client: S3StorageOptions['client'], bucket: string) {
  async function* listUnfinished(below: string): AsyncGenerator<MultipartUpload> {
    for (let marker = {}, isMore = true; isMore;) {
      const page: ListMultipartUploadsCommandOutput = await client.send(
        new ListMultipartUploadsCommand({ Bucket: bucket, Prefix: below, ...marker }),
      )
      yield* page.Uploads ?? []
      isMore = page.IsTruncated === true
      marker = { KeyMarker: page.NextKeyMarker, UploadIdMarker: page.NextUploadIdMarker }
    }
  }

  /** When the last part arrived, or the upload started. */
  async function touchedAt({ Key, UploadId, Initiated }: MultipartUpload): Promise<number> {
    let last = Initiated?.getTime() ?? 0
    // Doesn't use the client's paginator, which continues while a marker is present: servers send one on the last page
    // too.
    for (let PartNumberMarker: string | undefined, isMore = true; isMore;) {
      const page: ListPartsCommandOutput = await client.send(
        new ListPartsCommand({ Bucket: bucket, Key, UploadId, PartNumberMarker }),
      )
      for (const { LastModified } of page.Parts ?? []) last = Math.max(last, LastModified?.getTime() ?? 0)
      isMore = page.IsTruncated === true
      PartNumberMarker = page.NextPartNumberMarker
    }
    return last
  }

  return { listUnfinished, touchedAt }
}

function refuseAbsent(error: unknown): never {
  if (!isAbsent(error)) throw error
  throw new AppError('not_found', 'This file no longer exists.', { cause: error })
}
