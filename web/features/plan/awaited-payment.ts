const KEY = 'awaited-payment'
/** How long a payment is awaited after opening the checkout: filling it in takes time. */
const WAIT_MS = 30 * 60_000

interface Note {
  userId: string
  /** ms since 1970. */
  since: number
}

/** Stores, for all tabs of this browser, that the user went to the checkout. */
export function awaitPayment(userId: string): void {
  write(JSON.stringify({ userId, since: Date.now() } satisfies Note))
}

/** Stops waiting. */
export function endWaiting(): void {
  write(null)
}

/** True for half an hour after opening the checkout. */
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

/** Without storage, the plan is detected at the next poll. */
function write(value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(KEY)
    else localStorage.setItem(KEY, value)
  } catch {
    // Failure is harmless.
  }
}
