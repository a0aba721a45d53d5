import { setTimeout as delay } from 'node:timers/promises'
import { residentMib } from '../fixtures/process-facts.ts'
import { slowness } from '../fixtures/server.ts'
import { readOperations } from './api-description.ts'
import { requestsTo, type FuzzRequest } from './requests.ts'
import { makeWorld } from './world.ts'

export interface FuzzOptions {
  url: string
  /** The server's process, for its memory; null: it isn't read. */
  pid: number | null
  seed: number
  count: number
}

/** A request that was not answered as it has to be. */
export interface Finding {
  /** By which the same request can be made again, in the same world. */
  seed: number
  what: string
  request: FuzzRequest
}

export interface Figures {
  sent: number
  /** How often each status was answered. */
  statuses: Map<number, number>
  findings: Finding[]
  slowest: { ms: number; request: string }
  /** Resident memory in MiB: medians of the second and the last quarter. */
  memory: { early: number; late: number } | null
}

const AT_ONCE = 16
/** Requests are made with people and things that there are; after so many these are worn. */
const WORLD_LASTS = 400
/** No request computes so long. */
const HANGS_MS = 20_000
/** Long enough for an event stream to begin. */
const STREAM_MS = 500
/** What the server says of itself, not of the request: it was not built, or an outside service isn't there. */
const EXCUSED = /not built yet|could not be asked|could not be sent/

/** Sends random requests, several at a time. @returns what came of it. */
export async function fuzz({ url, pid, seed, count }: FuzzOptions): Promise<Figures> {
  const operations = await readOperations(url)
  let world = await makeWorld(url)
  const requestOf = requestsTo(operations, () => world.known)
  const figures: Figures = { sent: 0, statuses: new Map(), findings: [], slowest: { ms: 0, request: '' }, memory: null }
  const memory: number[] = []
  for (let from = 0; from < count; from += WORLD_LASTS) {
    if (from > 0) world = await makeWorld(url)
    const until = Math.min(count, from + WORLD_LASTS)
    let next = from
    const work = async () => {
      while (next < until) {
        const own = seed + next++
        await sendOne(url, own, requestOf(own), figures)
      }
    }
    await Promise.all(Array.from({ length: AT_ONCE }, work))
    if (pid !== null) memory.push(await residentMib(pid))
  }
  const quarter = Math.max(1, Math.floor(memory.length / 4))
  if (pid !== null)
    figures.memory = { early: median(memory.slice(quarter, 2 * quarter)), late: median(memory.slice(-quarter)) }
  return figures
}

async function sendOne(url: string, seed: number, request: FuzzRequest, figures: Figures): Promise<void> {
  const { method, path, headers, body } = request
  const report = (what: string) => void figures.findings.push({ seed, what, request })
  const limit = AbortSignal.timeout(HANGS_MS * slowness())
  const began = performance.now()
  figures.sent += 1
  try {
    const reply = await fetch(new URL(url + path), {
      method,
      headers,
      redirect: 'manual',
      signal: limit,
      ...(body !== null && method !== 'GET' && method !== 'HEAD' && { body }),
    })
    figures.statuses.set(reply.status, (figures.statuses.get(reply.status) ?? 0) + 1)
    const text = await textOf(reply)
    const ms = performance.now() - began
    if (ms > figures.slowest.ms) figures.slowest = { ms, request: `${method} ${path.slice(0, 60)}` }
    const problem = problemWith(reply, text)
    if (problem !== null) report(problem)
  } catch (error) {
    // What can't be sent at all is no request.
    if (error instanceof TypeError && !(error.cause instanceof Error && 'code' in error.cause)) return
    report(limit.aborted ? `no answer within ${HANGS_MS} ms` : `no answer: ${String((error as Error).cause ?? error)}`)
  }
}

/** A stream that goes on is left. */
async function textOf(reply: Response): Promise<string> {
  if (!reply.headers.get('content-type')?.startsWith('text/event-stream')) return reply.text()
  await delay(STREAM_MS)
  await reply.body?.cancel()
  return ''
}

/** What is wrong with an answer, whatever the request was; null: nothing. */
function problemWith(reply: Response, text: string): string | null {
  const { status, headers } = reply
  if (status >= 500 && status !== 507 && !EXCUSED.test(text)) return `${status}: ${text.slice(0, 200)}`
  if (headers.has('x-injected')) return 'a header of the request’s making'
  if (/\bat .+\.[jt]s:\d+:\d+/.test(text)) return `a stack trace: ${text.slice(0, 200)}`
  if (status >= 400 && headers.get('content-type')?.includes('json') && text !== '' && !isRefusal(text))
    return `${status} without a sentence: ${text.slice(0, 200)}`
  return null
}

function isRefusal(text: string): boolean {
  const { error, msg } = JSON.parse(text) as { error?: string | { message?: string }; msg?: string }
  const sentence = msg ?? (typeof error === 'string' ? error : error?.message)
  return typeof sentence === 'string' && sentence.trim() !== ''
}

function median(numbers: readonly number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0
}
