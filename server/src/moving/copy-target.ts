import { join, resolve } from 'node:path'
import type { Config } from '../config/config.ts'
import { PermanentFailure } from '../kernel/errors.ts'
import { readBucketAddress } from '../storage/bucket-address.ts'
import type { S3Settings } from '../storage/s3-client.ts'

/** Where an installation is copied to. What is null stays where it is. */
export interface CopyTarget {
  /** `postgres://…` or the path of a file. */
  database: string | null
  /** A data folder that the rest goes to: recordings, the secret, mails. */
  folder: string | null
  bucket: S3Settings | null
}

/**
 * Reads `--to` and `--to-bucket`.
 * @param to `postgres://…` or a folder. @param toBucket as `readBucketAddress` takes it.
 * @throws {PermanentFailure} with a sentence.
 */
export function readCopyTarget(
  { to, toBucket }: { to: string | undefined; toBucket: string | undefined },
  config: Config,
): CopyTarget {
  const isPostgres = /^postgres(ql)?:\/\//.test(to ?? '')
  const folder = to === undefined || isPostgres ? null : resolve(to)
  if (folder === config.DATA_DIR) throw refusal('The copy needs a folder of its own.')
  if (isPostgres && to === config.DATABASE_URL) throw refusal('That is the database that is copied.')
  const database = isPostgres ? (to ?? null) : folder === null ? null : join(folder, 'callfolio.db')
  if (toBucket === undefined) return { database, folder, bucket: null }
  const bucket = readBucketAddress(toBucket, config)
  if (bucket.bucket === config.S3_BUCKET && bucket.endpoint === (config.S3_ENDPOINT ?? null))
    throw refusal('That is the bucket that is copied.')
  return { database, folder, bucket }
}

/** What the copy is started with. */
export function settingsFor({ database, folder, bucket }: CopyTarget): string[] {
  const isPostgres = database?.startsWith('postgres') ?? false
  return [
    ...(isPostgres ? ['DATABASE_URL=(as given to --to)'] : []),
    ...(folder === null ? [] : [`DATA_DIR=${folder}`]),
    ...(folder !== null ? ['no DATABASE_URL'] : []),
    ...(bucket === null
      ? folder === null
        ? []
        : ['no S3_BUCKET']
      : [
          `S3_BUCKET=${bucket.bucket}`,
          ...(bucket.endpoint === null ? [] : [`S3_ENDPOINT=${bucket.endpoint}`]),
          `S3_REGION=${bucket.region}`,
          ...(bucket.forcePathStyle ? ['S3_FORCE_PATH_STYLE=true'] : []),
          ...(bucket.checksums === 'when_required' ? ['S3_CHECKSUMS=when_required'] : []),
          ...(bucket.encryption === null ? [] : [`S3_ENCRYPTION=${bucket.encryption.algorithm}`]),
          ...(bucket.encryption?.kmsKey ? [`S3_KMS_KEY=${bucket.encryption.kmsKey}`] : []),
        ]),
  ]
}

function refusal(sentence: string): PermanentFailure {
  return new PermanentFailure('invalid_request', sentence)
}
