export interface LockOptions {
  /** Cancels the wait. */
  signal?: AbortSignal
  /** Called when another caller waits for the lock, or when it was lost: the current holder should stop soon. */
  onWanted?: () => void
}

/** Named locks with one holder at a time, across all processes on a database. */
export interface Locks {
  /**
   * Waits until the lock is free. The end of a process frees its locks.
   * @returns a function that releases it.
   * @throws the signal's reason.
   */
  take(name: string, options?: LockOptions): Promise<() => Promise<void>>
}

interface Waiting {
  onWanted: () => void
  begin: () => void
}

/** Locks within this process only, first come, first served. */
export function createLocalLocks(): Locks {
  const held = new Map<string, { onWanted: () => void; waiting: Waiting[] }>()

  function leave(name: string): void {
    const waiting = held.get(name)?.waiting ?? []
    const next = waiting.shift()
    if (next === undefined) return void held.delete(name)
    held.set(name, { onWanted: next.onWanted, waiting })
    next.begin()
    if (waiting.length > 0) next.onWanted()
  }

  return {
    async take(name, { signal, onWanted = () => {} } = {}) {
      signal?.throwIfAborted()
      const holder = held.get(name)
      if (holder === undefined) held.set(name, { onWanted, waiting: [] })
      else {
        const turn = Promise.withResolvers<void>()
        const own = { onWanted, begin: turn.resolve }
        const giveUp = () => {
          const at = held.get(name)?.waiting.indexOf(own) ?? -1
          if (at === -1) return
          held.get(name)?.waiting.splice(at, 1)
          turn.reject(signal?.reason)
        }
        signal?.addEventListener('abort', giveUp, { once: true })
        holder.waiting.push(own)
        holder.onWanted()
        await turn.promise.finally(() => signal?.removeEventListener('abort', giveUp))
      }
      return async () => leave(name)
    },
  }
}

/** Runs work under one name one at a time, across processes. */
export async function oneByOne<Result>(locks: Locks, name: string, run: () => Promise<Result>): Promise<Result> {
  const release = await locks.take(name)
  try {
    return await run()
  } finally {
    await release()
  }
}
