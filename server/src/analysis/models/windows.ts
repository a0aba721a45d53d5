/**
 * Cuts a list into runs whose sizes add up to at most `budget` each; a single larger item is a run by itself. The runs are about
 * equally large, so that no short rest is left for the last one.
 */
export function packWindows<T>(items: readonly T[], sizeOf: (item: T) => number, budget: number): T[][] {
  const total = items.reduce((sum, item) => sum + sizeOf(item), 0)
  const fair = total / Math.max(1, Math.ceil(total / budget))
  const windows: T[][] = []
  let size = 0
  for (const item of items) {
    const window = windows.at(-1)
    const isFull = size >= fair || size + sizeOf(item) > budget
    if (window === undefined || isFull) {
      windows.push([item])
      size = sizeOf(item)
    } else {
      window.push(item)
      size += sizeOf(item)
    }
  }
  return windows
}

/**
 * Puts the end of each window before the next one, so that nothing said across a cut is read in two halves.
 * @param most size of what is repeated.
 */
export function overlapWindows<T>(windows: readonly T[][], sizeOf: (item: T) => number, most: number): T[][] {
  return windows.map((window, i) => {
    const before = windows[i - 1] ?? []
    let size = 0
    const from = before.findLastIndex((item) => (size += sizeOf(item)) > most)
    return [...before.slice(from + 1), ...window]
  })
}
