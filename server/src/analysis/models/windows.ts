/**
 * Splits a list into runs whose sizes add up to at most `budget` each; a single larger item is its own run. The runs
 * have about equal sizes, so that the last one is not short.
 */
export function packWindows<T>(items: readonly T[], sizeFor: (item: T) => number, budget: number): T[][] {
  const total = items.reduce((sum, item) => sum + sizeFor(item), 0)
  const fair = total / Math.max(1, Math.ceil(total / budget))
  const windows: T[][] = []
  let size = 0
  for (const item of items) {
    const window = windows.at(-1)
    const isFull = size >= fair || size + sizeFor(item) > budget
    if (window === undefined || isFull) {
      windows.push([item])
      size = sizeFor(item)
    } else {
      window.push(item)
      size += sizeFor(item)
    }
  }
  return windows
}

/**
 * Repeats the end of each window in the next one, so that nothing said across a cut is split.
 * @param max size of the repeated part.
 */
export function overlapWindows<T>(windows: readonly T[][], sizeFor: (item: T) => number, max: number): T[][] {
  return windows.map((window, i) => {
    const before = windows[i - 1] ?? []
    let size = 0
    const from = before.findLastIndex((item) => (size += sizeFor(item)) > max)
    return [...before.slice(from + 1), ...window]
  })
}
