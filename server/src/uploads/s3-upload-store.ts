import { Readable } from 'node:stream'
import { S3Store } from '@tus/s3-store'
import { ERRORS } from '@tus/server'
import { MAX_UPLOAD_BYTES } from '@callfolio/shared/recording-limits.ts'
import { uploadNoteKey, uploadRestKey } from '../storage/keys.ts'
import { checkAnswers, encryptWrites, isAbsent, s3Config, type S3Settings } from '../storage/s3-client.ts'
import { UPLOAD_KEPT_MS } from './sweep-uploads.ts'
import type { UploadStore } from './upload-store.ts'

/**
 * Uploads that become multipart uploads of the bucket, at their final key. What is too short to be a part waits beside
 * them as an object of its own, so that all that was acknowledged outlives the process.
 */
export function createS3UploadStore(settings: S3Settings): UploadStore {
  const datastore = new BucketUploads(settings)
  return {
    datastore,
    // The bucket shows what has arrived only when it is whole.
    isReadable: false,
    async received(key) {
      try {
        const { offset, size } = await datastore.getUpload(key)
        return { bytes: offset, announced: size ?? null }
      } catch (error) {
        if (error === ERRORS.FILE_NOT_FOUND) return null
        throw error
      }
    },
    freeBytes: async () => Infinity,
    flushSoon: () => {},
    seal: (key) => datastore.seal(key),
    forget: (key) => datastore.forget(key),
  }
}

class BucketUploads extends S3Store {
  constructor(settings: S3Settings) {
    super({
      s3ClientConfig: { ...s3Config(settings), bucket: settings.bucket },
      expirationPeriodInMilliseconds: UPLOAD_KEPT_MS,
      useTags: false,
      // Another process may have got an upload's length meanwhile.
      cache: { get: async () => undefined, set: async () => {}, delete: async () => {} },
    })
    encryptWrites(this.client, settings)
    checkAnswers(this.client)
  }

  /** Makes the object of an upload all of whose bytes are here; the process that received the last one may have ended before. */
  async seal(key: string): Promise<void> {
    const { size } = await this.getUpload(key)
    try {
      await this.retrieveParts(key)
      if (size !== undefined) await this.write(Readable.from([]), key, size)
    } catch (error) {
      // Sealed already.
      if (!isAbsent(error)) throw error
    }
  }

  /** Ends what is unfinished of an upload and removes all that was stored of it. No error when there is nothing. */
  async forget(key: string): Promise<void> {
    try {
      const { 'upload-id': UploadId } = await this.getMetadata(key)
      await this.client.abortMultipartUpload({ Bucket: this.bucket, Key: key, UploadId })
    } catch (error) {
      if (!isAbsent(error)) throw error
    }
    // The info last: a removal that was cut off is repeated with it.
    for (const Key of [uploadRestKey(key), uploadNoteKey(key)])
      await this.client.deleteObject({ Bucket: this.bucket, Key })
  }

  /** Distinguishes an upload that is not there from a bucket that can't be reached: for the former, clients begin again. */
  override async getUpload(key: string) {
    await this.getMetadata(key).catch((error: unknown) => {
      throw isAbsent(error) ? ERRORS.FILE_NOT_FOUND : error
    })
    return super.getUpload(key)
  }

  protected override infoKey(key: string): string {
    return uploadNoteKey(key)
  }

  protected override partKey(key: string, isIncomplete = false): string {
    return isIncomplete ? uploadRestKey(key) : key
  }

  /** An upload whose length is not known yet ends at the limit, not at the largest object that S3 can hold. */
  protected override calcOptimalPartSize(size?: number): number {
    return super.calcOptimalPartSize(size ?? MAX_UPLOAD_BYTES)
  }
}
