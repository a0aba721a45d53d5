import type { Database } from '../db/database.ts'
import type { Notices } from '../db/processes/notices.ts'
import type { SealedStore } from './ai-server.ts'
import { createOperatorSettingsRepo } from './operator-settings-repo.ts'

const NAME = 'ai_server'

/** The location shared by all processes on a database. */
export function sealedInDatabase({ db, notices }: { db: Database; notices: Notices }): SealedStore {
  const settings = createOperatorSettingsRepo(db)
  return {
    read: () => settings.read(NAME),
    async write(sealed) {
      await settings.write(NAME, sealed)
      notices.send('setting.changed', NAME)
    },
  }
}
