/** A job that came in. Seconds since the beginning. */
export interface Arrival {
  at: number
  /** How long a worker has it. */
  service: number
}

/** What became of a day's jobs. Seconds. */
export interface Waits {
  jobs: number
  meanWait: number
  /** 95 of 100 waited less. */
  p95Wait: number
  maxWait: number
  /** Part of the time that workers had something to do until the last job ended. */
  busy: number
  /** How old the oldest waiting job was, at its worst in each hour. */
  oldestByHour: number[]
}

const HOUR = 3600

/**
 * Runs jobs through equal workers, first come, first served: from one event (a job comes, a worker is free) to the next.
 * The product takes turns between people, which changes who waits and not for how long all do together.
 * @param arrivals in order of time.
 */
export function simulate(arrivals: readonly Arrival[], workers: number): Waits {
  const waits = new Float64Array(arrivals.length)
  const oldestByHour: number[] = []
  let [served, end, waited, index] = [0, 0, 0, 0]
  serve(arrivals, workers, ({ at, service }, begins) => {
    waits[index] = begins - at
    index += 1
    waited += begins - at
    served += service
    end = Math.max(end, begins + service)
    for (let hour = Math.floor(at / HOUR); hour <= Math.floor(begins / HOUR); hour += 1) {
      const age = Math.min(begins, (hour + 1) * HOUR) - at
      oldestByHour[hour] = Math.max(oldestByHour[hour] ?? 0, age)
    }
    return true
  })
  waits.sort()
  return {
    jobs: waits.length,
    meanWait: waits.length === 0 ? 0 : waited / waits.length,
    p95Wait: waits[placeOf95(waits.length)] ?? 0,
    maxWait: waits.at(-1) ?? 0,
    busy: end === 0 ? 0 : served / (workers * end),
    oldestByHour: Array.from(oldestByHour, (age: number | undefined) => age ?? 0),
  }
}

/** Whether `p95Wait` of the same simulation is at most `seconds`; ends as soon as too many have waited longer. */
export function isInTime(arrivals: readonly Arrival[], workers: number, seconds: number): boolean {
  let mayBeLate = arrivals.length - placeOf95(arrivals.length) - 1
  serve(arrivals, workers, ({ at }, begins) => {
    if (begins - at > seconds) mayBeLate -= 1
    return mayBeLate >= 0
  })
  return arrivals.length === 0 || mayBeLate >= 0
}

const placeOf95 = (count: number) => Math.floor(count * 0.95)

/** @param visit called when each job begins; false ends the simulation. */
function serve(
  arrivals: readonly Arrival[],
  workers: number,
  visit: (arrival: Arrival, begins: number) => boolean,
): void {
  /** When each worker is free next: a heap, the earliest on top. */
  const free = new Float64Array(workers)
  for (const arrival of arrivals) {
    const begins = Math.max(arrival.at, free[0] ?? 0)
    replaceTop(free, begins + arrival.service)
    if (!visit(arrival, begins)) return
  }
}

/** Puts a value in the place of the smallest one of a heap. */
function replaceTop(heap: Float64Array, value: number): void {
  let at = 0
  for (;;) {
    const [left, right] = [2 * at + 1, 2 * at + 2]
    const smaller = right < heap.length && (heap[right] ?? 0) < (heap[left] ?? 0) ? right : left
    if (smaller >= heap.length || (heap[smaller] ?? 0) >= value) break
    heap[at] = heap[smaller] ?? 0
    at = smaller
  }
  heap[at] = value
}
