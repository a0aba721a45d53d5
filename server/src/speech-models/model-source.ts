import { createReadStream } from 'node:fs'
import { egressProblem, type Egress } from '../kernel/egress.ts'
import { PermanentFailure, TransientFailure } from '../kernel/errors.ts'
import { sizeFor } from './model-folder.ts'

/** A file's bytes from `begins` on, which is 0 or the requested offset. */
export interface Opened {
  begins: number
  body: AsyncIterable<Uint8Array>
}

/** Where a file comes from. */
export type Source = (start: number, signal: AbortSignal) => Promise<Opened>

const PARTIAL = 206
const TOO_MANY = 429
const RANGE_NOT_SATISFIABLE = 416
const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308])
const MAX_REDIRECTS = 10

/**
 * A file on a web server, fetched from an offset (RFC 9110, 14.2). A server without range support sends the whole
 * file.
 * @param egress allowed hosts, redirects included.
 */
export function openRemote(url: URL, egress: Egress): Source {
  return async (start, signal) => {
    const headers: Record<string, string> = {
      'accept-encoding': 'identity',
      ...(start > 0 && { range: `bytes=${start}-` }),
    }
    const response = await fetchAllowed(url, { signal, headers }, egress).catch((error: unknown) => {
      signal.throwIfAborted()
      if (error instanceof PermanentFailure) throw error
      throw new TransientFailure('unavailable', `Can’t reach ${url.host}.`, { cause: error })
    })
    // The server rejects the range: restart from the beginning.
    const refused =
      response.status === RANGE_NOT_SATISFIABLE || (response.status === PARTIAL && !continuesAt(response, start))
    if (refused && start > 0) {
      await response.body?.cancel()
      return openRemote(url, egress)(0, signal)
    }
    if (response.status >= 500 || response.status === TOO_MANY)
      throw new TransientFailure('unavailable', `${url.host} returned ${response.status}.`)
    if (!response.ok || response.body === null)
      throw new PermanentFailure('not_found', `Can’t download ${url.href}: ${url.host} returned ${response.status}.`)
    return { begins: response.status === PARTIAL ? start : 0, body: response.body }
  }
}

/** Follows redirects to allowed hosts only. */
async function fetchAllowed(url: URL, init: RequestInit, egress: Egress, redirects = 0): Promise<Response> {
  const problem = egressProblem(egress, url)
  if (problem !== null) throw new PermanentFailure('unavailable', problem)
  const response = await fetch(url, { ...init, redirect: 'manual' })
  const location = response.headers.get('location')
  if (!REDIRECTS.has(response.status) || location === null || redirects === MAX_REDIRECTS) return response
  await response.body?.cancel()
  return fetchAllowed(new URL(location, url), init, egress, redirects + 1)
}

/** A file in a folder, such as a portable drive; `bytes` is the size it must have. */
export function openLocal(path: string, bytes: number): Source {
  return async (start) => {
    const size = await sizeFor(path)
    if (size === null) throw new PermanentFailure('not_found', `There is no file ${path}.`)
    if (size !== bytes)
      throw new PermanentFailure('conflict', `${path} has the wrong size: ${size} bytes instead of ${bytes}.`)
    return { begins: start, body: createReadStream(path, { start }) }
  }
}

function continuesAt({ headers }: Response, start: number): boolean {
  return headers.get('content-range')?.startsWith(`bytes ${start}-`) ?? false
}
