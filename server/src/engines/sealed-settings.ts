import type { Database } from '../db/database.ts'
import type { Notices } from '../db/processes/notices.ts'
import { sealedFile, type SealedStore } from './ai-server.ts'
import { createOperatorSettingsRepo } from './operator-settings-repo.ts'

const NAME = 'ai_server'

/**
 * The location shared by all processes on a database.
 * @param file location for a single process on SQLite: its backup may have been restored into PostgreSQL.
 */
export function sealedInDatabase({ db, notices, file }: { db: Database; notices: Notices; file: string }): SealedStore {
  const settings = createOperatorSettingsRepo(db)
  const alone = sealedFile(file)
  return {
    read: async () => (await settings.read(NAME)) ?? alone.read(),
    async write(sealed) {
      await settings.write(NAME, sealed)
      await alone.write(null)
      notices.send('setting.changed', NAME)
    },
  }
}
