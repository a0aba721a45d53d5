import type { Database } from '../db/database.ts'
import type { Notices } from '../db/processes/notices.ts'
import { sealedFile, type SealedPlace } from './ai-server.ts'
import { createOperatorSettingsRepo } from './operator-settings-repo.ts'

const NAME = 'ai_server'

/** The place that all processes on a database share. @param file where an earlier version had it. */
export function sealedInDatabase({ db, notices, file }: { db: Database; notices: Notices; file: string }): SealedPlace {
  const settings = createOperatorSettingsRepo(db)
  const before = sealedFile(file)
  return {
    read: async () => (await settings.read(NAME)) ?? before.read(),
    async write(sealed) {
      await settings.write(NAME, sealed)
      await before.write(null)
      notices.send('setting.changed', NAME)
    },
  }
}
