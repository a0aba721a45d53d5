import { Readable } from 'node:stream'
import { S3Store } from '@tus/s3-store'
import { ERRORS } from '@tus/server'
import { MAX_UPLOAD_BYTES } from '@callfolio/shared/recording-limits.ts'
import { uploadNoteKey, uploadRestKey } from '../storage/keys.ts'
import { checkAnswers, encryptWrites, isAbsent, s3Config, type S3Settings } from '../storage/s3-client.ts'
import { UPLOAD_KEPT_MS } from './sweep-uploads.ts'
import type { UploadStore } from './upload-store.ts'

/**
 * Uploads stored as multipart uploads of the bucket, at their final key. A rest too short for a part is a separate
 * object next to them, so that all acknowledged bytes survive the process.
 */
export function createS3UploadStore(settings: S3Settings): UploadStore {
  const datastore = new BucketUploads(settings)
  return {
    datastore,
    // The bucket shows an upload's bytes only once it is complete.
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
      // Another process may have set an upload's length since.
      cache: { get: async () => undefined, set: async () => {}, delete: async () => {} },
    })
    encryptWrites(this.client, settings)
    checkAnswers(this.client)
  }

  /**
   * Creates the object of an upload whose bytes have all arrived; the process that received the last one may have ended
   * before doing so.
   */
  async seal(key: string): Promise<void> {
    const { size } = await this.getUpload(key)
    try {
      await this.retrieveParts(key)
      if (size !== undefined) await this.write(Readable.from([]), key, size)
    } catch (error) {
      // It is already sealed.
      if (!isAbsent(error)) throw error
    }
  }

  /** Aborts an unfinished upload and deletes everything stored for it. No error when there is nothing. */
  async forget(key: string): Promise<void> {
    try {
      const { 'upload-id': UploadId } = await this.getMetadata(key)
      await this.client.abortMultipartUpload({ Bucket: this.bucket, Key: key, UploadId })
    } catch (error) {
      if (!isAbsent(error)) throw error
    }
    // Deletes the info last, so that an interrupted removal can be repeated.
    for (const Key of [uploadRestKey(key), uploadNoteKey(key)])
      await this.client.deleteObject({ Bucket: this.bucket, Key })
  }

  /** Distinguishes a missing upload from an unreachable bucket, because clients restart a missing one. */
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

  /** Caps an upload of unknown length at the limit, not at the largest S3 object. */
  protected override calcOptimalPartSize(size?: number): number {
    return super.calcOptimalPartSize(size ?? MAX_UPLOAD_BYTES)
  }
}
