import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { Client } from 'pg'
import { z } from 'zod'
import { isConnectionLost } from '../../kernel/lost-connection.ts'
import { parseJson } from '../../kernel/parse-json.ts'
import { connectionTo } from '../postgres-pool.ts'
import { createLocalNotices, type Notices, type Topic } from './notices.ts'

const CHANNEL = 'callfolio'
const noticeSchema = z.object({ from: z.string(), topic: z.string<Topic>(), text: z.string() })

/** How often an idle connection is checked, and the timeout of a response. ms */
const BEAT_MS = 5000
/** Between two attempts to connect. ms */
const AGAIN_MS = 500

/**
 * A machine that was switched off doesn't close its connection: keepalives free what it holds on the server half a
 * minute later.
 */
const SESSION = `set tcp_keepalives_idle = 10; set tcp_keepalives_interval = 5; set tcp_keepalives_count = 4; listen ${CHANNEL}`

/** A permanent connection of this process: what it holds on the server is freed when the process ends. */
export interface PostgresConnection extends Notices {
  /** @throws when the connection has just been lost. */
  ask(text: string, values: unknown[]): Promise<unknown[]>
  /** Calls back when the connection was lost, and with it everything it held. */
  onLost(listener: () => void): void
  close(): Promise<void>
}

/** Opens the connection, and reopens it whenever it is lost. NOTIFY carries the messages. */
export async function openPostgresConnection(url: string): Promise<PostgresConnection> {
  const id = randomUUID()
  const local = createLocalNotices()
  const losers = new Set<() => void>()
  const closing = new AbortController()
  let current: Client | null = null
  let opening = Promise.resolve()

  async function connect(): Promise<void> {
    const client = new Client({ ...connectionTo(url), query_timeout: BEAT_MS })
    client.on('error', () => {})
    client.on('notification', ({ payload }) => receive(payload))
    try {
      await client.connect()
      await client.query(SESSION)
    } catch (error) {
      await client.end().catch(() => {})
      throw error
    }
    client.once('end', () => void (current === client && lose()))
    current = client
  }

  function receive(payload = ''): void {
    const notice = noticeSchema.safeParse(parseJson(payload))
    // Other versions, or other programs on the same database, may send messages too.
    if (notice.success && notice.data.from !== id) local.send(notice.data.topic, notice.data.text)
  }

  function lose(): void {
    current = null
    for (const listener of losers) listener()
    if (!closing.signal.aborted) opening = connectAgain()
  }

  async function connectAgain(): Promise<void> {
    while (!closing.signal.aborted) {
      try {
        await connect()
        break
      } catch {
        await delay(AGAIN_MS, undefined, { signal: closing.signal }).catch(() => {})
      }
    }
    if (!closing.signal.aborted) local.missed()
  }

  async function ask(text: string, values: unknown[]): Promise<unknown[]> {
    const client = current
    if (client === null) throw new Error('Connection terminated: reconnecting to the database')
    try {
      return (await client.query(text, values)).rows
    } catch (error) {
      // A query without a response may still have run: it could hold a lock that no process knows of.
      if (isConnectionLost(error)) await client.end().catch(() => {})
      throw error
    }
  }

  // A frozen server ends no connection; `end` breaks one off that a query waits on.
  const beat = setInterval(() => void ask('select 1', []).catch(() => {}), BEAT_MS).unref()

  await connect()
  return {
    ask,
    send(topic, text = '') {
      local.send(topic, text)
      // `missed` makes up for a lost message.
      ask('select pg_notify($1, $2)', [CHANNEL, JSON.stringify({ from: id, topic, text })]).catch(() => {})
    },
    on: (topic, listener) => local.on(topic, listener),
    onLost: (listener) => void losers.add(listener),
    async close() {
      closing.abort()
      clearInterval(beat)
      await opening
      await current?.end()
    },
  }
}
