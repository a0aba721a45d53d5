import { createMiddleware } from 'hono/factory'
import type { AppEnv } from './app.ts'

/** Has those that answer go on one after another, so that whatever else the event loop has to do comes in between. */
export interface Turns {
  /** Resolves when it is one's turn. Who came first goes first; nobody is waited for who got a turn. */
  next(): Promise<void>
}

/** One computes up to three milliseconds until it waits again. */
const IN_ONE_TURN = 4

/**
 * A turn of the event loop for a few of those that wait. `setImmediate` by itself has all of them go on in the same turn, and so
 * does a database that answers at once.
 */
export function createTurns(inOneTurn = IN_ONE_TURN): Turns {
  let waiting: (() => void)[] = []
  const go = () => {
    const now = waiting.slice(0, inOneTurn)
    waiting = waiting.slice(inOneTurn)
    if (waiting.length > 0) setImmediate(go)
    for (const resume of now) resume()
  }
  return {
    next: () =>
      new Promise((resolve) => {
        if (waiting.push(resolve) === 1) setImmediate(go)
      }),
  }
}

/** Answers requests that arrive together in turns of their own. */
export const inTurn = (turns: Turns) =>
  createMiddleware<AppEnv>(async (_c, next) => {
    await turns.next()
    await next()
  })
