/** Longest wait for a server that does not answer, ms. */
const PATIENCE_MS = 4000

/** Whether the server at this address is up. Never rejects. */
export async function serverAnswers(address: string): Promise<boolean> {
  const reply = await fetch(`${address}/healthz`, {
    signal: AbortSignal.timeout(PATIENCE_MS),
    credentials: 'omit',
    cache: 'no-store',
  }).catch(() => null)
  return reply?.ok ?? false
}
