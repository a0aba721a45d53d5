import { PermanentFailure } from '../kernel/errors.ts'
import type { S3Settings } from './s3-client.ts'

/** Credentials for a bucket named by an operator; absent: the AWS tools' defaults apply. */
export interface BucketKeys {
  AWS_ACCESS_KEY_ID?: string | undefined
  AWS_SECRET_ACCESS_KEY?: string | undefined
  /** For temporary credentials. */
  AWS_SESSION_TOKEN?: string | undefined
}

/** @returns null where the AWS tools' defaults apply. */
export function getCredentials({
  AWS_ACCESS_KEY_ID: accessKeyId,
  AWS_SECRET_ACCESS_KEY: secretAccessKey,
  AWS_SESSION_TOKEN: sessionToken,
}: BucketKeys): S3Settings['credentials'] {
  if (!accessKeyId || !secretAccessKey) return null
  return { accessKeyId, secretAccessKey, ...(sessionToken && { sessionToken }) }
}

/** True for a bucket's address. */
export const isBucketAddress = (address: string): boolean => address.startsWith('s3:')

/**
 * Reads `s3://bucket?endpoint=https://…&region=…&path-style=true&checksums=when_required&encryption=AES256&kms-key=…`.
 * @throws {PermanentFailure} with a message.
 */
export function readBucketAddress(address: string, keys: BucketKeys): S3Settings {
  const url = URL.parse(address)
  if (url?.protocol !== 's3:' || url.hostname === '')
    throw refusal('Specify the bucket as s3://BUCKET?endpoint=https://…')
  const asked = (name: string) => url.searchParams.get(name)
  const encryption = asked('encryption')
  if (encryption !== null && encryption !== 'AES256' && encryption !== 'aws:kms')
    throw refusal('Encryption must be AES256 or aws:kms.')
  const checksums = asked('checksums') ?? 'when_supported'
  if (checksums !== 'when_supported' && checksums !== 'when_required')
    throw refusal('Checksums must be when_supported or when_required.')
  return {
    bucket: url.hostname,
    endpoint: asked('endpoint'),
    region: asked('region') ?? 'us-east-1',
    forcePathStyle: asked('path-style') === 'true',
    checksums,
    encryption: encryption === null ? null : { algorithm: encryption, kmsKey: asked('kms-key') },
    credentials: getCredentials(keys),
  }
}

function refusal(sentence: string): PermanentFailure {
  return new PermanentFailure('invalid_request', sentence)
}
