import { signUp, type ApiClient } from '../fixtures/client.ts'
import { startServer } from '../fixtures/server.ts'
import type { Result } from './result.ts'
import { getCall } from './transcript.ts'

const PEOPLE = Number(process.env['FAIRNESS_PEOPLE'] ?? 10)
const CALLS_EACH = 3
/** Half an hour of speech. */
const LINES = 450

/** Many users upload captions of several calls at once. */
export async function benchFairness(): Promise<Result[]> {
  const server = await startServer()
  try {
    const people = await Promise.all(Array.from({ length: PEOPLE }, () => signUp(server.url)))
    const started = performance.now()
    const waits = await Promise.all(
      people.flatMap((person, at) =>
        Array.from({ length: CALLS_EACH }, (_, i) => waitFor(person, `Call ${i}`, (at * CALLS_EACH + i) * LINES)),
      ),
    )
    const seconds = (ms: number) => (ms / 1000).toFixed(1)
    const firsts = people.map((_, person) => Math.min(...waits.slice(person * CALLS_EACH, (person + 1) * CALLS_EACH)))
    return [
      {
        what: `fairness: ${PEOPLE} people give the captions of ${PEOPLE * CALLS_EACH} calls at once: longest wait for one of them`,
        measured: `${seconds(Math.max(...waits))} s (all done after ${seconds(performance.now() - started)} s)`,
        goal: 'at most 10 s',
      },
      {
        what: 'fairness: longest wait of a person for the first of their calls, against the shortest',
        measured: `${seconds(Math.max(...firsts))} s against ${seconds(Math.min(...firsts))} s`,
        goal: 'no goal',
      },
    ]
  } finally {
    await server.stop()
  }
}

/** @returns ms from the request to the finished page. */
async function waitFor(person: ApiClient, title: string, from: number): Promise<number> {
  const started = performance.now()
  const site = await person.finished(await person.process({ title, captions: getCall(LINES, from) }))
  if (site.status !== 'active') throw new Error(`The call became ${site.status}: ${site.error_message}`)
  return performance.now() - started
}
