import type { ClientConfig, Pool, PoolConfig } from 'pg'
import { isConnectionLost } from '../kernel/lost-connection.ts'
import { isDeadlock } from './refusals.ts'
import { schema, type Pg } from './schema.postgres.ts'

/** A server that takes longer to accept a connection is as good as gone: requests fail. ms */
const CONNECTED_MS = 5000

/** What every connection to a PostgreSQL server is opened with. */
export function connectionTo(url: string): ClientConfig {
  return { connectionString: url, connectionTimeoutMillis: CONNECTED_MS, keepAlive: true }
}

/** @returns connections that are opened as they are needed; one that is lost ends nothing but its query. */
export async function openPool(url: string, options: PoolConfig): Promise<Pool> {
  const { Pool } = await import('pg')
  const pool = new Pool({ ...connectionTo(url), ...options })
  // Without a listener the end of a connection (a restarted server) would end the process, be it idle or in a transaction.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}

/** A transaction that deadlocks is rerun, so often in all: the others have gone on by then. */
const MOST_TRIES = 5

/**
 * @returns queries on a pool. A transaction that was lost gives its connection up; Drizzle's own keeps it for ever where
 * `begin` fails, and gives back for others one that answers nothing. One that PostgreSQL takes back because of a deadlock
 * is rerun.
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
