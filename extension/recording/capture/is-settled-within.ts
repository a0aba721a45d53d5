/** Waits for a promise, at most `ms`. Never rejects. @returns whether it settled, even with an error. */
export async function isSettledWithin(promise: Promise<unknown>, ms: number): Promise<boolean> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<boolean>((resolve) => (timer = setTimeout(() => resolve(false), ms)))
  const isSettled = await Promise.race([
    promise.then(
      () => true,
      () => true,
    ),
    late,
  ])
  clearTimeout(timer)
  return isSettled
}
