import { setImmediate as nextTurn } from 'node:timers/promises'

/** Counts what happens in one turn of the event loop. */
export function countByTurn() {
  let inThisTurn = 0
  let most = 0
  const begin = () => {
    inThisTurn = 0
    next = setImmediate(begin)
  }
  let next = setImmediate(begin)
  return {
    /** It happened once. */
    note: () => void (most = Math.max(most, ++inThisTurn)),
    /** @returns how often in the turn that had most of it. */
    stop() {
      clearImmediate(next)
      return most
    },
  }
}

/** Passes so many turns of the event loop: what comes meanwhile waits for the same. */
export async function passTurns(many: number): Promise<void> {
  for (let left = many; left > 0; left -= 1) await nextTurn()
}
