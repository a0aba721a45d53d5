import { setTimeout as delay } from 'node:timers/promises'
import { createLocalLocks, type Locks } from './locks.ts'
import type { PostgresConnection } from './postgres-connection.ts'

/** How often to retry while another process holds the lock. ms */
const AGAIN_MS = 100

/**
 * Advisory locks of the connection's session: the server frees them when the process ends, however it ends. A local
 * lock is taken first, because a session may take its own lock again.
 */
export function createPostgresLocks(line: PostgresConnection): Locks {
  const here = createLocalLocks()
  const held = new Map<string, () => void>()
  line.on('lock.wanted', (name) => void (name !== null && held.get(name)?.()))
  line.onLost(() => held.forEach((onWanted) => onWanted()))

  const takeThere = async (name: string) => {
    const [row] = await line.ask('select pg_try_advisory_lock(hashtextextended($1, 0)) as taken', [name])
    return (row as { taken: boolean }).taken
  }

  return {
    async take(name, { signal, onWanted = () => {} } = {}) {
      const leave = await here.take(name, { ...(signal && { signal }), onWanted })
      try {
        while (!(await takeThere(name))) {
          line.send('lock.wanted', name)
          await delay(AGAIN_MS, undefined, { ...(signal && { signal }) })
        }
      } catch (error) {
        await leave()
        throw signal?.aborted === true ? signal.reason : error
      }
      held.set(name, onWanted)
      return async () => {
        held.delete(name)
        // Losing the connection already freed it.
        await line.ask('select pg_advisory_unlock(hashtextextended($1, 0))', [name]).catch(() => {})
        await leave()
      }
    },
  }
}
