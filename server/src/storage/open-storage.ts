import { createDiskStorage } from './disk.ts'
import type { S3Settings } from './s3-client.ts'
import type { LinkSigner } from './signed-links.ts'
import type { Storage } from './storage.ts'

interface OpenStorageOptions {
  /** Null: objects are stored in the folder. */
  bucket: S3Settings | null
  folder: string
  /** Holds objects of a bucket while a program reads them as files. */
  transferFolder: string
  links: LinkSigner
}

/**
 * Opens a folder or a bucket; the bucket's library is loaded on demand.
 * @throws {ConfigError} when the bucket can't be used.
 */
export async function openStorage({ bucket, folder, transferFolder, links }: OpenStorageOptions): Promise<Storage> {
  if (bucket === null) return createDiskStorage({ root: folder, links })
  const { assertBucket, createS3Client } = await import('./s3-client.ts')
  const { createS3Storage } = await import('./s3.ts')
  const client = createS3Client(bucket)
  await assertBucket(client, bucket.bucket)
  return createS3Storage({ client, bucket: bucket.bucket, links, transferFolder })
}
