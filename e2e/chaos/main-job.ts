import { readFile } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'
import { slowness } from '../fixtures/server.ts'
import type { Random } from './random.ts'

/** What the server has acknowledged; anything else may or may not have happened. */
export interface Promised {
  /** Microsites by id, with the last acknowledged title. */
  made: Map<string, { title: string | null; video: boolean }>
  deleted: Set<string>
  /** Link tokens by microsite. */
  links: Map<string, string>
  /** The redacted words by microsite, once acknowledged; null: unknown. */
  redacted: Map<string, string | null>
  /** Users who must get an email. */
  mails: string[]
  /** How many microsites were requested, acknowledged or not. */
  asked: number
}

export type Send = (
  method: string,
  path: string,
  options?: { json?: unknown; headers?: Record<string, string>; body?: Uint8Array<ArrayBuffer> },
) => Promise<{ status: number; headers: Headers; body: unknown }>

/** A response that is later than this never comes. */
const ANSWER_MS = 15_000

/** @returns a function that sends requests; status 0: no response. */
export function createSend(url: string, token: string | null): Send {
  return async (method, path, { json, headers, body } = {}) => {
    try {
      const response = await fetch(url + path, {
        method,
        signal: AbortSignal.timeout(ANSWER_MS),
        headers: {
          ...(token !== null && { authorization: `Bearer ${token}` }),
          ...(json !== undefined && { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(json !== undefined && { body: JSON.stringify(json) }),
        ...(body !== undefined && { body }),
      })
      const text = await response.text()
      return {
        status: response.status,
        headers: response.headers,
        body: text.startsWith('{') ? JSON.parse(text) : null,
      }
    } catch {
      return { status: 0, headers: new Headers(), body: null }
    }
  }
}

/** Whether a response is a success. */
export const isDone = ({ status }: { status: number }) => status >= 200 && status < 300

/** A user's actions on one call under faults: uploads it, renames its page, shares, redacts or deletes it. */
export async function doMainJob(
  send: Send,
  files: { captions: string; video: string },
  random: Random,
  promised: Promised,
): Promise<void> {
  const video = random.percent(40) ? await upload(send, await readFile(files.video), random) : null
  const captions = await readFile(files.captions, 'utf8')
  const made = await askUntilTaken(send, { captions, ...(video !== null && { video_url: video }) }, random, promised)
  if (made === null) return
  const { job_id: id } = made as { job_id: string }
  const site: { title: string | null; video: boolean } = { title: null, video: video !== null }
  promised.made.set(id, site)
  for (let left = random.between(0, 3); left > 0; left -= 1) {
    await delay(random.between(0, 700))
    const title = `Call ${random.between(1, 1e9)}`
    const changed = await send('PATCH', `/api/microsites/${id}`, { json: { title } })
    // A request without a response may succeed, now or later, so the title is unknown.
    if (isDone(changed)) site.title = title
    else if (changed.status === 0) site.title = null
    if (random.percent(40) && !promised.links.has(id)) {
      const link = await send('POST', '/api/create-shareable-link', { json: { microsite_id: id, expires_in_days: 7 } })
      const { share_url: url } = (link.body ?? {}) as { share_url?: string }
      if (isDone(link) && url !== undefined) promised.links.set(id, new URL(url).pathname.split('/').at(-1) ?? '')
    }
  }
  if (!random.percent(25)) {
    if (video !== null && random.percent(60)) await redact(send, id, promised)
    return
  }
  const gone = await send('DELETE', `/api/microsites/${id}`)
  if (isDone(gone)) promised.deleted.add(id)
  // Without a response it may be deleted or not.
  else promised.made.delete(id)
}

interface Readied {
  status: string
  segments: { text: string; start_ms: number; end_ms: number }[]
}

/** A page that takes longer is not redacted. Times `slowness` */
const READY_TRIES = 20
const READY_POLL_MS = 250

/** Redacts the first line of the call, once its page is ready. */
async function redact(send: Send, id: string, promised: Promised): Promise<void> {
  for (let tries = 0; tries < READY_TRIES * slowness(); tries += 1) {
    const { status, body } = await send('GET', `/api/microsites/${id}`)
    const site = status === 200 ? (body as Readied) : null
    const [line] = site?.segments ?? []
    if (site?.status === 'failed') return
    if (site?.status === 'active' && line !== undefined) {
      const spans = [{ start_ms: line.start_ms, end_ms: Math.min(line.end_ms, line.start_ms + 500) }]
      const taken = await send('POST', `/api/microsites/${id}/redactions`, { json: { spans } })
      const made = promised.made.get(id)
      // Its title may have words of the line.
      if (made !== undefined) made.title = null
      if (isDone(taken) || taken.status === 0) promised.redacted.set(id, isDone(taken) ? line.text : null)
      return
    }
    await delay(READY_POLL_MS)
  }
}

/** Times `slowness`: a restarting server takes that much longer. */
const TRIES = 40
const UPLOAD_TRIES = 60

/** Retries like a client. @returns the response; null: gave up. */
async function askUntilTaken(send: Send, json: unknown, random: Random, promised: Promised): Promise<unknown> {
  for (let tries = 0; tries < TRIES * slowness(); tries += 1) {
    promised.asked += 1
    const answer = await send('POST', '/api/process-meeting', { json })
    if (isDone(answer)) return answer.body
    await delay(random.between(50, 600))
  }
  return null
}

/** Uploads a file in three parts and resumes at the server's offset. @returns its storage path; null: gave up. */
export async function upload(send: Send, file: Buffer, random: Random): Promise<string | null> {
  const tus = { 'tus-resumable': '1.0.0' }
  const begun = await send('POST', '/files', {
    headers: { ...tus, 'upload-length': String(file.length), 'upload-metadata': `filename ${btoa('call.mp4')}` },
  })
  const path = begun.headers.get('location')
  if (!isDone(begun) || path === null) return null
  const part = Math.ceil(file.length / 3)
  for (let tries = 0; tries < UPLOAD_TRIES * slowness(); tries += 1) {
    const head = await send('HEAD', path, { headers: tus })
    const stored = head.headers.get('x-storage-path')
    if (stored !== null) return stored
    if (isDone(head)) {
      const offset = Number(head.headers.get('upload-offset'))
      const sent = await send('PATCH', path, {
        headers: { ...tus, 'upload-offset': String(offset), 'content-type': 'application/offset+octet-stream' },
        body: new Uint8Array(file.subarray(offset, offset + part)),
      })
      if (isDone(sent)) continue
    }
    await delay(random.between(50, 400))
  }
  return null
}
