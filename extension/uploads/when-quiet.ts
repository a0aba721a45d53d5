/** @returns a function that has `run` called once it has not been called itself for `ms`. */
export function whenQuiet(ms: number, run: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  return () => {
    clearTimeout(timer)
    timer = setTimeout(run, ms)
  }
}
