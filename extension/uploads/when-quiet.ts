/** @returns a function that has `run` called, with what it was given last, once it has not been called itself for `ms`. */
export function whenQuiet<Given>(ms: number, run: (given: Given) => void): (given: Given) => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  return (given) => {
    clearTimeout(timer)
    timer = setTimeout(run, ms, given)
  }
}
