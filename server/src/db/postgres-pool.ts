import type { ClientConfig, Pool, PoolConfig } from 'pg'
import { isConnectionLost } from '../kernel/lost-connection.ts'
import { isDeadlock } from './refusals.ts'
import { schema, type Pg } from './schema.postgres.ts'

/** Connection timeout, after which requests fail. ms */
const CONNECTED_MS = 5000

/** The options of every connection to a PostgreSQL server. */
export function connectionTo(url: string): ClientConfig {
  return { connectionString: url, connectionTimeoutMillis: CONNECTED_MS, keepAlive: true }
}

/** @returns connections opened on demand; a lost one fails only its query. */
export async function openPool(url: string, options: PoolConfig): Promise<Pool> {
  const { Pool } = await import('pg')
  const pool = new Pool({ ...connectionTo(url), ...options })
  // Without a listener, the end of an idle or active connection (a restarted server) would end the process.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}

/** Maximum attempts of a transaction that deadlocks: the others have finished by then. */
const MOST_TRIES = 5

/**
 * @returns queries on a pool. A failed transaction discards its connection; Drizzle's own keeps it forever when `begin`
 * fails, and returns a frozen one to the pool. One rolled back because of a deadlock is rerun.
 */
export async function openQueries(pool: Pool): Promise<Pg> {
  const { drizzle } = await import('drizzle-orm/node-postgres')
  const runOnce: Pg['transaction'] = async (run, config) => {
    const client = await pool.connect()
    let isLost = false
    try {
      return await drizzle(client, { schema }).transaction(run, config)
    } catch (error) {
      isLost = isConnectionLost(error)
      throw error
    } finally {
      client.release(isLost)
    }
  }
  const transaction: Pg['transaction'] = async (run, config) => {
    for (let tries = 1; ; tries += 1)
      try {
        return await runOnce(run, config)
      } catch (error) {
        if (tries === MOST_TRIES || !isDeadlock(error)) throw error
      }
  }
  return Object.assign(drizzle(pool, { schema }), { transaction })
}
