import type { Arrival } from './simulate.ts'

/** The same numbers between 0 and 1 for the same seed (mulberry32). */
export function seeded(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** How people work. */
export interface Habits {
  people: number
  /** Recorded calls of one person on a working day, and how long one is on average. */
  callsPerDay: number
  meanMinutes: number
  /** Part of the calls that come with captions. */
  withCaptions: number
  /** Time zones that people are spread over; 1: all have the same peaks. */
  timeZones: number
}

/** Part of a day's calls that end in each hour: the morning and, after lunch, the afternoon. They add up to 1. */
export const HOURLY = [
  0, 0, 0, 0, 0, 0, 0.005, 0.02, 0.06, 0.12, 0.15, 0.13, 0.06, 0.07, 0.12, 0.12, 0.08, 0.04, 0.015, 0.006, 0.004, 0, 0,
  0,
] as const

/** Seconds of a worker for an hour of recording, and for the recording as such. */
export interface Work {
  perHour: { captions: number; speech: number }
  perCall: number
}

/** Calls as they end over a day; each is uploaded at once. @returns those of the long lane (speech) and of the short one (captions). */
export function dayOf(habits: Habits, work: Work, seed: number): { long: Arrival[]; short: Arrival[]; hours: number } {
  const random = seeded(seed)
  const long: Arrival[] = []
  const short: Arrival[] = []
  let hours = 0
  const calls = Math.round(habits.people * habits.callsPerDay)
  for (let call = 0; call < calls; call += 1) {
    const zoneHours = (Math.floor(random() * habits.timeZones) * 24) / habits.timeZones
    const at = (hourFrom(random()) + random() + zoneHours) % 24
    // Lengths of calls: many short ones, few long ones; nobody records more than four hours.
    const length = Math.min(4, (-Math.log(1 - random()) * habits.meanMinutes) / 60)
    hours += length
    const hasCaptions = random() < habits.withCaptions
    const perHour = hasCaptions ? work.perHour.captions : work.perHour.speech
    const arrival = { at: at * 3600, service: work.perCall + perHour * length }
    if (hasCaptions) short.push(arrival)
    else long.push(arrival)
  }
  const byTime = (a: Arrival, b: Arrival) => a.at - b.at
  return { long: long.sort(byTime), short: short.sort(byTime), hours }
}

function hourFrom(chance: number): number {
  let sum = 0
  for (const [hour, part] of HOURLY.entries()) {
    sum += part
    if (chance < sum) return hour
  }
  return HOURLY.length - 1
}
