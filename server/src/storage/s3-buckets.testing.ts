import { randomBytes } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { Readable } from 'node:stream'
import {
  AbortMultipartUploadCommand,
  CreateBucketCommand,
  DeleteBucketCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  ListMultipartUploadsCommand,
  paginateListObjectsV2,
  PutObjectCommand,
  type S3Client,
} from '@aws-sdk/client-s3'
import { startFakeS3, type FakeS3, type FakeS3Options } from '../../../e2e/fakes/s3/s3.ts'
import { createS3Client, type S3Settings } from './s3-client.ts'

/** A test's own bucket, with direct access that bypasses the product. */
export interface TestBucket {
  /** The product's settings for it, whole and in parts. */
  s3: S3Settings
  settings: Record<string, string>
  /** The address passed to commands, which also need `keys`. */
  address: string
  keys: Record<string, string>
  /** Keys of all objects, and of unfinished multipart uploads. */
  objects(): Promise<string[]>
  uploads(): Promise<string[]>
  content(key: string): Promise<Buffer>
  put(key: string, content: Buffer): Promise<void>
  close(): Promise<void>
}

const { TEST_S3_BUCKET, TEST_S3_ENDPOINT, TEST_S3_REGION = 'us-east-1', ...rest } = process.env
/** Whether the TEST_S3_BUCKET variables name a real server. */
export const HAS_REAL_S3 = TEST_S3_BUCKET !== undefined

/**
 * Opens a bucket for rules that hold on any server: on the one that TEST_S3_BUCKET names if set, otherwise on the
 * tests' strict one. Tests that disturb the server start the strict one themselves.
 * @param options of the strict one.
 */
export function openTestBucket(options: FakeS3Options = {}): Promise<TestBucket> {
  return HAS_REAL_S3 ? openRealBucket() : openStrictBucket(options)
}

/** Opens a bucket of a strict server, which requires encryption only as the options say. */
async function openStrictBucket(options: FakeS3Options): Promise<TestBucket> {
  const strict = await startFakeS3(options)
  const encryption = options.requiredEncryption === 'AES256' ? ({ algorithm: 'AES256', kmsKey: null } as const) : null
  return { ...bucketWith({ ...getSettings(strict), encryption }), close: () => strict.close() }
}

/** The product's settings for a strict server. */
export function getSettings({ bucket, endpoint, account }: FakeS3): S3Settings {
  return {
    bucket,
    endpoint,
    region: account.region,
    forcePathStyle: true,
    encryption: null,
    checksums: 'when_supported',
    credentials: account,
  }
}

/** Makes a client connect to an address instead of the host that it names and signs for, which resolves nowhere. */
export function connectTo(address: string, { middlewareStack }: Pick<S3Client, 'middlewareStack'>): void {
  middlewareStack.add(
    (next) => (args) => {
      Object.assign(args.request as object, { hostname: address })
      return next(args)
    },
    { step: 'finalizeRequest', priority: 'low', name: 'connectTo' },
  )
}

/** Creates a bucket whose name starts with TEST_S3_BUCKET; it is deleted with its content at the end. */
export async function openRealBucket(): Promise<TestBucket> {
  const { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey, AWS_SESSION_TOKEN } = rest
  const s3: S3Settings = {
    bucket: `${TEST_S3_BUCKET}-${randomBytes(6).toString('hex')}`,
    endpoint: TEST_S3_ENDPOINT ?? null,
    region: TEST_S3_REGION,
    forcePathStyle: TEST_S3_ENDPOINT !== undefined,
    encryption: null,
    checksums: 'when_supported',
    credentials:
      accessKeyId === undefined || secretAccessKey === undefined
        ? null
        : { accessKeyId, secretAccessKey, ...(AWS_SESSION_TOKEN && { sessionToken: AWS_SESSION_TOKEN }) },
  }
  const client = createS3Client(s3)
  const { bucket: Bucket } = s3
  // AWS refuses the name of its first region, and requires that of any other.
  const place = TEST_S3_REGION === 'us-east-1' ? {} : { LocationConstraint: TEST_S3_REGION as 'eu-central-1' }
  await client.send(new CreateBucketCommand({ Bucket, CreateBucketConfiguration: place }))
  const opened = bucketWith(s3)
  return {
    ...opened,
    async close() {
      const { Uploads = [] } = await client.send(new ListMultipartUploadsCommand({ Bucket }))
      for (const { Key, UploadId } of Uploads)
        await client.send(new AbortMultipartUploadCommand({ Bucket, Key, UploadId }))
      for (const Key of await opened.objects()) await client.send(new DeleteObjectCommand({ Bucket, Key }))
      await client.send(new DeleteBucketCommand({ Bucket }))
    },
  }
}

function bucketWith(s3: S3Settings): Omit<TestBucket, 'close'> {
  const { bucket: Bucket, endpoint, region, forcePathStyle, encryption, credentials } = s3
  const client = createS3Client(s3)
  const keys = {
    ...(credentials && {
      AWS_ACCESS_KEY_ID: credentials.accessKeyId,
      AWS_SECRET_ACCESS_KEY: credentials.secretAccessKey,
      ...(credentials.sessionToken && { AWS_SESSION_TOKEN: credentials.sessionToken }),
    }),
  }
  const query = new URLSearchParams({
    ...(endpoint !== null && { endpoint }),
    region,
    ...(forcePathStyle && { 'path-style': 'true' }),
  })
  return {
    s3,
    settings: {
      S3_BUCKET: Bucket,
      ...(endpoint !== null && { S3_ENDPOINT: endpoint }),
      S3_REGION: region,
      S3_FORCE_PATH_STYLE: String(forcePathStyle),
      ...(encryption && { S3_ENCRYPTION: encryption.algorithm }),
      ...keys,
    },
    address: `s3://${Bucket}?${query.toString()}`,
    keys,
    async objects() {
      const pages = await Array.fromAsync(paginateListObjectsV2({ client }, { Bucket }))
      return pages.flatMap(({ Contents = [] }) => Contents.flatMap(({ Key }) => Key ?? []))
    },
    async uploads() {
      const { Uploads = [] } = await client.send(new ListMultipartUploadsCommand({ Bucket }))
      return Uploads.flatMap(({ Key }) => Key ?? [])
    },
    async content(key) {
      const { Body } = await client.send(new GetObjectCommand({ Bucket, Key: key }))
      if (!(Body instanceof Readable)) throw new Error('the client returned no stream')
      return buffer(Body)
    },
    async put(key, content) {
      await client.send(new PutObjectCommand({ Bucket, Key: key, Body: content }))
    },
  }
}
