import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { formatMegabytes } from '@callfolio/shared/format.ts'
import { getBucket, getTransferFolder, type Config } from '../config/config.ts'
import { systemClock } from '../kernel/clock.ts'
import { PermanentFailure } from '../kernel/errors.ts'
import { openStorage } from '../storage/open-storage.ts'
import { createLinkSigner } from '../storage/signed-links.ts'
import type { Storage } from '../storage/storage.ts'
import { isWithin, openBackupPlace } from './backup-place.ts'
import { makeBackup } from './make-backup.ts'
import { restoreBackup, verifyBackup } from './restore-backup.ts'

/**
 * Runs a command on a whole installation, whether its servers are running or not.
 * @param command.place a folder, or a bucket as `readBucketAddress` takes it.
 * @returns the result as data and as text.
 * @throws {PermanentFailure} with a sentence, also for a damaged backup.
 */
export async function runBackup(
  { name, place: address }: { name: 'backup' | 'restore' | 'verify'; place: string },
  config: Config,
): Promise<{ data: unknown; text: string }> {
  const { DATA_DIR: dataDir, MODELS_DIR: modelsDir, DATABASE_URL: url } = config
  if (name === 'backup' && isWithin(dataDir, address))
    throw new PermanentFailure('invalid_request', 'Choose a backup location outside the data folder.')
  const place = await openBackupPlace(address, config)
  if (place.name === `s3://${config.S3_BUCKET}`)
    throw new PermanentFailure('invalid_request', 'Use a separate bucket for backups. This one stores the recordings.')
  const database = url ?? join(dataDir, 'callfolio.db')
  switch (name) {
    case 'backup': {
      const storage = await openStored(config)
      const made = await makeBackup({ dataDir, modelsDir, database, storage, clock: systemClock }, place)
      const lines = [
        `Backed up to ${place.name}: database and ${made.files} files, ${formatMegabytes(made.bytes)} (${formatMegabytes(made.newBytes)} new).`,
      ]
      if (!made.hasSecretKey)
        lines.push(
          'The backup doesn’t include SECRET_KEY. Store it separately: without it, access tokens, media links, authenticator apps and recovery codes stop working.',
        )
      return { data: made, text: lines.join('\n') }
    }
    case 'restore': {
      const bucket = config.S3_BUCKET === undefined ? null : await openStored(config)
      const files = await restoreBackup(place, { dataDir, database, bucket })
      return { data: { files }, text: `Restored ${files} files. You can start the server.` }
    }
    case 'verify': {
      const { files, faults } = await verifyBackup(place)
      if (faults.length > 0) throw new PermanentFailure('conflict', [`${place.name} is damaged:`, ...faults].join('\n'))
      return { data: { files, faults }, text: `${place.name} is complete: ${files} files.` }
    }
  }
}

/** Recordings and derived files to copy; no links are made. */
function openStored(config: Config): Promise<Storage> {
  return openStorage({
    bucket: getBucket(config),
    folder: join(config.DATA_DIR, 'uservideos'),
    transferFolder: getTransferFolder(config),
    links: createLinkSigner({ secretKey: randomUUID(), clock: systemClock }),
  })
}
