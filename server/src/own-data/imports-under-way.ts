import { z } from 'zod'
import { importProgressSchema, type ImportProgress } from '@callfolio/shared/contract/own-data.ts'
import type { Locks } from '../db/processes/locks.ts'
import type { Notices } from '../db/processes/notices.ts'
import type { Clock } from '../kernel/clock.ts'
import { AppError } from '../kernel/errors.ts'
import { parseJson } from '../kernel/parse-json.ts'

/**
 * Longer than another process's import of the same account takes to release its lock, and shorter than any user
 * waits.
 */
const TAKEN_MS = 1000
/** An import silent for this long ended with its process. */
const SILENT_MS = 10 * 60_000

const noticeSchema = z.object({ userId: z.string(), progress: z.nullable(importProgressSchema) })

/** Running imports, in all processes on a database. */
export interface ImportsUnderWay {
  /**
   * Runs an import, unless the user has another.
   * @param run gets the function that reports its progress.
   * @throws {AppError} conflict
   */
  run<Result>(userId: string, run: (onProgress: (progress: ImportProgress) => void) => Promise<Result>): Promise<Result>
  /** A user's progress; null: no import is running, or its archive is still arriving. */
  getProgress(userId: string): ImportProgress | null
}

interface ImportsDeps {
  locks: Locks
  notices: Notices
  clock: Clock
}

/** Imports hold a lock, and every process is notified of their progress. */
export function createImportsUnderWay({ locks, notices, clock }: ImportsDeps): ImportsUnderWay {
  const reported = new Map<string, { progress: ImportProgress; at: number }>()
  notices.on('import.progress', (text) => {
    const notice = noticeSchema.safeParse(parseJson(text ?? ''))
    if (!notice.success) return
    const { userId, progress } = notice.data
    if (progress === null) reported.delete(userId)
    else reported.set(userId, { progress, at: clock().getTime() })
  })
  const publish = (userId: string, progress: ImportProgress | null) =>
    notices.send('import.progress', JSON.stringify({ userId, progress }))

  return {
    async run(userId, run) {
      const patience = AbortSignal.timeout(TAKEN_MS)
      const release = await locks.take(`import of ${userId}`, { signal: patience }).catch((error: unknown) => {
        if (!patience.aborted) throw error
        throw new AppError('conflict', 'Another import is running. Wait until it finishes.')
      })
      try {
        return await run((progress) => publish(userId, progress))
      } finally {
        publish(userId, null)
        await release()
      }
    },
    getProgress(userId) {
      const last = reported.get(userId)
      if (last === undefined) return null
      if (clock().getTime() - last.at < SILENT_MS) return last.progress
      reported.delete(userId)
      return null
    },
  }
}
