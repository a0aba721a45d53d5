/** Has those who ask for the same while it is being made share it. Nothing is kept: who asks later has it made again. */
export function createSingleFlight<T>() {
  const underWay = new Map<string, Promise<T>>()
  return (key: string, make: () => Promise<T>): Promise<T> => {
    const known = underWay.get(key)
    if (known !== undefined) return known
    const made = make().finally(() => underWay.delete(key))
    underWay.set(key, made)
    return made
  }
}
