const KEY = 'awaited-payment'
/** From the way to the checkout until nobody waits any more: filling it in takes its time. */
const WAIT_MS = 30 * 60_000

interface Note {
  userId: string
  /** ms since 1970. */
  since: number
}

/** Remembers, for all tabs of this browser, that somebody has gone to pay. */
export function awaitPayment(userId: string): void {
  write(JSON.stringify({ userId, since: Date.now() } satisfies Note))
}

/** Ends the waiting. */
export function endWaiting(): void {
  write(null)
}

/** True for half an hour from the way to the checkout. */
export function isPaymentAwaited(userId: string): boolean {
  const note = read()
  return note?.userId === userId && Date.now() - note.since < WAIT_MS
}

function read(): Note | null {
  try {
    const { userId, since } = (JSON.parse(localStorage.getItem(KEY) ?? '{}') ?? {}) as Partial<Note>
    return typeof userId === 'string' && typeof since === 'number' ? { userId, since } : null
  } catch {
    return null
  }
}

/** Where storage is switched off, the plan is seen at the next poll. */
function write(value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(KEY)
    else localStorage.setItem(KEY, value)
  } catch {
    // Nothing depends on it.
  }
}
