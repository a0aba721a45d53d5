import type { Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import type { HttpBindings } from '@hono/node-server'
import type { Context } from 'hono'
import type { AppEnv } from './app.ts'
import { CONNECTION_LIMITS } from './connection-limits.ts'
import { createReadSendQueues } from './send-queues.ts'
import { watchConnection, type Watch, type WatchedConnection } from './watched-connection.ts'

/** No byte leaves more than a second after the end, so it is checked twice as often. */
const EVERY_MS = 500
/** A reader's system takes its time to report that it has received something. */
const ACKNOWLEDGED_MS = 100
/** How often is asked what a reader has received who is sent something else meanwhile. */
const READINGS = 5

/** Watches over an answer until its reader has received it, and resets its connection once it may not go on. */
export type AbortWhenRevoked = (c: Context<AppEnv>, watch: Watch) => void

/**
 * However many readers have the same answer, whether it may go on is asked once per interval.
 * @param everyMs the interval.
 * @param stalledMs how long a reader may take nothing of what the system holds of its answer.
 */
export function createAbortWhenRevoked({
  everyMs = EVERY_MS,
  stalledMs = CONNECTION_LIMITS.answerMs,
} = {}): AbortWhenRevoked {
  const known = new WeakMap<Socket, WatchedConnection>()
  const watched = new Set<WatchedConnection>()
  const asked = new Set<string>()
  const readSendQueues = createReadSendQueues()
  let isChecking = false

  async function ask({ what, mayGoOn }: Watch): Promise<void> {
    if (asked.has(what)) return
    asked.add(what)
    if (!(await mayGoOn().catch(() => false))) await cut(what)
    asked.delete(what)
  }

  async function cut(what: string): Promise<void> {
    // What is asked for from now on is refused, or may go on again.
    const meant = [...watched].flatMap((connection) =>
      connection.watches().flatMap((watch) => (watch.what === what ? [{ connection, watch }] : [])),
    )
    // Who has received it keeps the connection, on which something else may be sent by now.
    await delay(ACKNOWLEDGED_MS, undefined, { ref: false })
    for (let left = READINGS; left > 0; left -= 1) {
      const unsure = await settle()
      const rest = meant.filter(({ connection, watch }) => connection.watches().includes(watch))
      if (rest.length === 0) return
      for (const { connection, watch } of rest)
        // A reset, because a connection that is closed in order still sends what the system holds of it.
        if (left === 1 || !unsure.has(connection) || connection.isSending(watch)) connection.socket.resetAndDestroy()
    }
  }

  /** @returns connections on which more was sent meanwhile: what their readers have received may not be known. */
  async function settle(): Promise<Set<WatchedConnection>> {
    const waiting = [...watched].filter(({ hasHandedOver }) => hasHandedOver())
    if (waiting.length === 0) return new Set()
    // Of before the reading: what is written meanwhile may be in the queue already, and must not count as received.
    const handed = waiting.map((connection) => connection.handed())
    const queues = await readSendQueues(waiting.map(({ ports }) => ports))
    const unsure = waiting.filter((connection, index) => connection.handed() !== handed[index])
    for (const [index, connection] of waiting.entries()) connection.settle(handed[index] ?? 0, queues[index] ?? null)
    return new Set(unsure)
  }

  async function check(): Promise<void> {
    if (isChecking) return
    isChecking = true
    while (watched.size > 0) {
      await delay(everyMs, undefined, { ref: false })
      await settle()
      for (const connection of watched) {
        const watches = connection.watches()
        if (watches.length === 0) watched.delete(connection)
        for (const watch of watches) void ask(watch)
      }
    }
    isChecking = false
  }

  function connectionOf(socket: Socket): WatchedConnection {
    const connection = known.get(socket) ?? watchConnection(socket, stalledMs)
    known.set(socket, connection)
    return connection
  }

  return (c, watch) => {
    const { incoming, outgoing } = (c.env ?? {}) as Partial<HttpBindings>
    // Without a connection there is nothing to cut; nor on one that has just broken.
    if (incoming === undefined || outgoing === undefined || incoming.socket.destroyed) return
    const connection = connectionOf(incoming.socket)
    connection.add(watch)
    watched.add(connection)
    outgoing.once('close', () => connection.handOver(watch))
    void check()
  }
}
