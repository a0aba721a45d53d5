/** Half the lines of a long call: its rules ask about the same lines again and again. */
const MOST = 4096

/** Keeps a pure function's results by its text, and forgets them all when there are too many. */
export function memoize<Result>(compute: (text: string) => Result): (text: string) => Result {
  const known = new Map<string, { result: Result }>()
  return (text) => {
    const before = known.get(text)
    if (before) return before.result
    const result = compute(text)
    if (known.size >= MOST) known.clear()
    known.set(text, { result })
    return result
  }
}
