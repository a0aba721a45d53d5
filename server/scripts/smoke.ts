/**
 * Checks a running server from outside: `npm run smoke -- http://localhost:3000`. It signs up, sends the sample call,
 * waits for its page and opens the shared link, then deletes the microsite; the account stays. The server must
 * confirm accounts without email.
 */
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { micrositeSchema, MICROSITE_PATHS, processMeetingReplySchema } from '@callfolio/shared/contract/microsite.ts'
import { createLinkReplySchema, SHARE_PATHS } from '@callfolio/shared/contract/share.ts'
import { ROOT } from './places.ts'

const WAIT_MS = 240_000
const JSON_TYPE = { 'content-type': 'application/json' }

const [base = 'http://localhost:3000'] = process.argv.slice(2)

await step('answers /healthz and /readyz', () =>
  waitUntil(async () => {
    const replies = await Promise.allSettled(['/healthz', '/readyz'].map((path) => call('GET', path)))
    return replies.every(({ status }) => status === 'fulfilled')
  }),
)
const headers = await step('signs up', signUp)
const recording = await step('accepts an upload', upload)
const id = await step('turns the call into a microsite', async () => {
  const call = { video_url: recording, captions: readFileSync(join(ROOT, 'server/sample/sample-call.vtt'), 'utf8') }
  const reply = await send('POST', MICROSITE_PATHS.processMeeting, call)
  const { job_id } = processMeetingReplySchema.parse(await reply.json())
  await waitUntil(async () => {
    const { status, error_message } = await microsite(job_id)
    if (status === 'failed') throw new Error(error_message ?? 'The microsite failed.')
    return status === 'active'
  })
  const { gpt_quotes: quotes, poster_url: poster } = await microsite(job_id)
  if (poster === null || (quotes ?? []).length === 0) throw new Error('The microsite has no picture or no quotes.')
  return job_id
})
await step('opens the shared page', async () => {
  const reply = await send('POST', SHARE_PATHS.create, { microsite_id: id, expires_in_days: 1 })
  const { share_url } = createLinkReplySchema.parse(await reply.json())
  const page = await (await call('GET', new URL(share_url).pathname)).text()
  if (!page.includes('<main')) throw new Error('The shared page has no content.')
})
await step('deletes the microsite', () => send('DELETE', MICROSITE_PATHS.one(id)))

async function signUp(): Promise<Record<string, string>> {
  const account = {
    email: `smoke-${randomUUID()}@example.org`,
    password: randomUUID(),
    data: { full_name: 'Smoke Test' },
  }
  const reply = await call('POST', '/auth/v1/signup', { headers: JSON_TYPE, body: JSON.stringify(account) })
  const { access_token: token } = (await reply.json()) as { access_token?: string }
  if (token === undefined) throw new Error('The account is waiting for email confirmation.')
  return { authorization: `Bearer ${token}` }
}

/** @returns the recording's storage path. */
async function upload(): Promise<string> {
  const body = readFileSync(join(ROOT, 'server/sample/sample-call.mp4'))
  const tus = { ...headers, 'tus-resumable': '1.0.0' }
  const encode = (text: string) => Buffer.from(text).toString('base64')
  const metadata = `filename ${encode('sample-call.mp4')},filetype ${encode('video/mp4')}`
  const created = await call('POST', '/files', {
    headers: { ...tus, 'upload-length': String(body.length), 'upload-metadata': metadata },
  })
  const { pathname } = new URL(created.headers.get('location') ?? '', base)
  const type = { 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' }
  const sent = await call('PATCH', pathname, { headers: { ...tus, ...type }, body })
  return sent.headers.get('x-storage-path') ?? created.headers.get('x-storage-path') ?? ''
}

async function microsite(of: string) {
  return micrositeSchema.parse(await (await send('GET', MICROSITE_PATHS.one(of))).json())
}

function send(method: string, path: string, body?: object): Promise<Response> {
  return call(method, path, { headers: { ...headers, ...JSON_TYPE }, ...(body && { body: JSON.stringify(body) }) })
}

/** @throws the server's error message when it refuses. */
async function call(method: string, path: string, init: RequestInit = {}): Promise<Response> {
  const reply = await fetch(new URL(path, base), { ...init, method })
  if (!reply.ok) throw new Error(`${method} ${path} returned ${reply.status}: ${await reply.text()}`)
  return reply
}

async function waitUntil(isDone: () => Promise<boolean>): Promise<void> {
  for (const end = performance.now() + WAIT_MS; !(await isDone()); await delay(500))
    if (performance.now() > end) throw new Error(`Timed out after ${WAIT_MS / 1000} s.`)
}

async function step<T>(what: string, run: () => Promise<T>): Promise<T> {
  const result = await run().catch((error: unknown) => {
    throw new Error(`Failed step: ${what}.`, { cause: error })
  })
  console.log(`✓ ${what}`)
  return result
}
