import { pipeline, Readable, Transform } from 'node:stream'
import { setTimeout as delay } from 'node:timers/promises'
import { HeadBucketCommand, S3Client, type S3ClientConfig } from '@aws-sdk/client-s3'
import { ConfigError } from '../kernel/errors.ts'

/** A bucket's location and its write settings. */
export interface S3Settings {
  bucket: string
  /** Null: AWS. */
  endpoint: string | null
  region: string
  /** `https://host/bucket/key` instead of `https://bucket.host/key`. */
  forcePathStyle: boolean
  /** The server-side encryption to request for objects; null: the bucket's default. */
  encryption: { algorithm: 'AES256' | 'aws:kms'; kmsKey: string | null } | null
  /**
   * Whether to add checksums to all requests and check all responses, or only where the API has always required them.
   */
  checksums: 'when_supported' | 'when_required'
  /** Null: looked up as the AWS tools do. */
  credentials: { accessKeyId: string; secretAccessKey: string; sessionToken?: string } | null
}

/** Connection timeout in ms. */
const CONNECTED_MS = 5000
/**
 * Timeout until a response begins, and between two chunks of it, in ms: a part of 8 MiB takes as long at 70 kB/s.
 * Without it, a silent server would block a request forever.
 */
const ANSWERED_MS = 120_000

/** The client's configuration. @param answeredMs timeout of one attempt until its response begins. */
export function s3Config(
  { endpoint, region, forcePathStyle, checksums, credentials }: S3Settings,
  answeredMs = ANSWERED_MS,
): S3ClientConfig {
  return {
    region,
    forcePathStyle,
    requestChecksumCalculation: checksums === 'when_required' ? 'WHEN_REQUIRED' : 'WHEN_SUPPORTED',
    responseChecksumValidation: checksums === 'when_required' ? 'WHEN_REQUIRED' : 'WHEN_SUPPORTED',
    requestHandler: {
      connectionTimeout: CONNECTED_MS,
      requestTimeout: answeredMs,
      throwOnRequestTimeout: true,
      socketTimeout: answeredMs,
    },
    ...(endpoint !== null && { endpoint }),
    ...(credentials !== null && { credentials }),
  }
}

/**
 * Opens a client that encrypts writes as configured and rejects impossible responses.
 * @param answeredMs as in `s3Config`.
 */
export function createS3Client(settings: S3Settings, answeredMs?: number): S3Client {
  const client = new S3Client(s3Config(settings, answeredMs))
  encryptWrites(client, settings)
  checkAnswers(client)
  return client
}

/** The parameters of list and range requests, and the matching response fields. */
interface Asked {
  Prefix?: string
  Range?: string
  ContinuationToken?: string
  KeyMarker?: string
  UploadIdMarker?: string
  PartNumberMarker?: string
}
interface Answered {
  Contents?: { Key?: string }[]
  Uploads?: { Key?: string }[]
  IsTruncated?: boolean
  NextContinuationToken?: string
  NextKeyMarker?: string
  NextUploadIdMarker?: string
  NextPartNumberMarker?: string
  ContentRange?: string
  Body?: { destroy?: () => void }
}

/**
 * Makes a client reject responses of a server that ignores the request: other users' keys in a list would be deleted, a
 * page that follows itself would be read until memory runs out, and a whole file would be sent in place of a range.
 */
export function checkAnswers({ middlewareStack }: Pick<S3Client, 'middlewareStack'>): void {
  middlewareStack.add(
    (next) => async (args) => {
      const result = await next(args)
      const problem = getProblem(args.input as Asked, result.output as Answered)
      if (problem === null) return result
      ;(result.output as Answered).Body?.destroy?.()
      throw new Error(`The bucket's server ${problem}.`)
    },
    { step: 'initialize', name: 'checkAnswers' },
  )
  // Everything but the content of objects is read into memory.
  middlewareStack.add(
    (next, { commandName }) =>
      async (args) => {
        const result = await next(args)
        const response = result.response as { statusCode: number; body?: unknown }
        if ((commandName !== 'GetObjectCommand' || response.statusCode >= 300) && response.body instanceof Readable)
          response.body = limited(response.body)
        return result
      },
    { step: 'deserialize', priority: 'low', name: 'limitAnswers' },
  )
}

/** Bytes, more than a page of a thousand keys of maximum length. */
const LONGEST_ANSWER = 8 * 1024 * 1024

function limited(body: Readable): Readable {
  let bytes = 0
  const counted = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length
      done(bytes > LONGEST_ANSWER ? new Error("The bucket's server sent a response that is too long.") : null, chunk)
    },
  })
  // The reader handles the errors.
  pipeline(body, counted, () => {})
  return counted
}

function getProblem({ Prefix = '', Range, ...asked }: Asked, answered: Answered): string | null {
  const keys = [...(answered.Contents ?? []), ...(answered.Uploads ?? [])].map(({ Key = '' }) => Key)
  if (!keys.every((key) => key.startsWith(Prefix))) return 'listed objects outside the requested prefix'
  if (answered.IsTruncated === true && isSamePage(asked, answered)) return 'returned the same page of its list twice'
  if (Range !== undefined && !answered.ContentRange?.startsWith(`${Range.replace('=', ' ')}/`))
    return 'returned a different range than requested'
  return null
}

function isSamePage(asked: Asked, answered: Answered): boolean {
  return (
    asked.ContinuationToken === answered.NextContinuationToken &&
    asked.KeyMarker === answered.NextKeyMarker &&
    asked.UploadIdMarker === answered.NextUploadIdMarker &&
    asked.PartNumberMarker === answered.NextPartNumberMarker
  )
}

/** Requests the configured encryption for every new object, including those a library sends. */
export function encryptWrites(
  { middlewareStack }: Pick<S3Client, 'middlewareStack'>,
  { encryption }: S3Settings,
): void {
  if (encryption === null) return
  const asked = {
    ServerSideEncryption: encryption.algorithm,
    ...(encryption.kmsKey !== null && { SSEKMSKeyId: encryption.kmsKey }),
  }
  const writes = new Set(['PutObjectCommand', 'CreateMultipartUploadCommand'])
  middlewareStack.add(
    (next, { commandName = '' }) =>
      (args) =>
        next(writes.has(commandName) ? { ...args, input: { ...args.input, ...asked } } : args),
    { step: 'initialize', name: 'askForEncryption' },
  )
}

/** Waits before retrying a restarted or busy bucket, ms; the client itself makes three attempts each time. */
const AGAIN_MS = [1000, 2000, 4000, 8000, 15_000]

/**
 * Checks the bucket, so that a wrong setting is reported at startup and not at the first upload. Retries an unreachable
 * or failing bucket for half a minute.
 * @param againMs the waits in between.
 * @throws {ConfigError}
 */
export async function assertBucket(client: S3Client, bucket: string, againMs = AGAIN_MS): Promise<void> {
  try {
    await client.send(new HeadBucketCommand({ Bucket: bucket }))
  } catch (error) {
    const [wait, ...later] = againMs
    if (wait !== undefined && mayPass(error)) {
      await delay(wait)
      return assertBucket(client, bucket, later)
    }
    const why = error instanceof Error ? error.name : String(error)
    throw new ConfigError(`Can’t use the bucket ${bucket} (${why}). Check the S3 settings and credentials.`)
  }
}

/** False when the bucket does not exist or the credentials may not use it. */
function mayPass(error: unknown): boolean {
  const { httpStatusCode = 500 } = (error as { $metadata?: { httpStatusCode?: number } }).$metadata ?? {}
  return httpStatusCode >= 500
}

/** True when an error says that there is no such object or multipart upload, not for a lost connection or a refusal. */
export function isAbsent(error: unknown): boolean {
  return error instanceof Error && ['NotFound', 'NoSuchKey', 'NoSuchUpload'].includes(error.name)
}
