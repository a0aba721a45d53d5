import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, mkdirSync, readFileSync, readdirSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { micrositeSchema, MICROSITE_PATHS } from '@callfolio/shared/contract/microsite.ts'
import { SHARE_PATHS } from '@callfolio/shared/contract/share.ts'
import { ROOT } from '../places.ts'
import { PATH, startReadOnly, type Image } from './chroot.ts'

const USER = 10_001
const WAIT_MS = 240_000
/** The built-in engine takes a third of that for it, on a core of its own. */
const CLIP_SECONDS = 20
const SAMPLE = join(ROOT, 'server/sample/sample-call.mp4')
const CAPTIONS = join(ROOT, 'server/sample/sample-call.vtt')

/**
 * Starts the image and has two calls go through it: signs up, uploads the sample call with its captions, waits for its page,
 * opens its link, plays its video; uploads the beginning of it without captions, which has to be transcribed; and ends the program
 * in order. @throws naming what did not come about.
 */
export async function proveProduct(image: Image, work: string): Promise<void> {
  const data = join(work, 'data')
  rmSync(data, { recursive: true, force: true })
  mkdirSync(data, { mode: 0o700 })
  chownSync(data, USER, USER)
  const port = await freePort()
  // A proof fetches no model, and tini is not the first process here.
  const settings = { PORT: String(port), MODELS: 'manual', TINI_SUBREAPER: '1' }
  const running = startReadOnly(image, data, settings)
  const ended = once(running, 'close')
  let said = ''
  for (const stream of [running.stdout, running.stderr]) stream?.on('data', (part: Buffer) => (said += part.toString()))
  try {
    await until('the health check', async () => isHealthy(image, settings))
    const { pid } = running
    const status = readFileSync(`/proc/${pid}/status`, 'utf8')
    check('runs as the image’s user', new RegExp(`^Uid:\\s+${USER}\\s+${USER}`, 'm').test(status))
    const written = spawnSync('nsenter', ['-t', String(pid), '-m', '-r', 'touch', '/app/x'], { encoding: 'utf8' })
    check('has a read-only file system', written.stderr.includes('Read-only file system'))
    await sendCalls(`http://127.0.0.1:${port}`, shortClip(image))
    check('keeps its data in /data', readdirSync(data).includes('callfolio.db'))
    running.kill('SIGTERM')
    const [code] = (await ended) as [number | null]
    check('ends in order', code === 0 || code === 143)
  } catch (error) {
    throw new Error(`${error instanceof Error ? error.message : String(error)}\nThe program said:\n${said}`, {
      cause: error,
    })
  } finally {
    running.kill('SIGKILL')
  }
}

/** The beginning of the sample call, cut by the image's own ffmpeg. */
function shortClip({ root }: Image): Buffer {
  const sample = '/app/server/sample/sample-call.mp4'
  const options = ['-c', 'copy', '-movflags', 'frag_keyframe+empty_moov', '-f', 'mp4', 'pipe:1']
  const { stdout, status } = spawnSync(
    'chroot',
    [root, 'ffmpeg', '-v', 'error', '-i', sample, '-t', String(CLIP_SECONDS), ...options],
    { env: { PATH }, maxBuffer: 64 * 1024 * 1024 },
  )
  check('cuts a clip', status === 0 && stdout.length > 0)
  return stdout
}

/** @param clip without captions: it has to be transcribed. */
async function sendCalls(url: string, clip: Buffer): Promise<void> {
  const json = { 'content-type': 'application/json' }
  const session = (await answer(
    await fetch(`${url}/auth/v1/signup`, {
      method: 'POST',
      headers: json,
      body: JSON.stringify({ email: 'ann@example.org', password: 'correct horse', data: { full_name: 'Ann' } }),
    }),
  )) as { access_token: string }
  const headers = { authorization: `Bearer ${session.access_token}` }
  const post = async (path: string, body: unknown) =>
    answer(await fetch(url + path, { method: 'POST', headers: { ...headers, ...json }, body: JSON.stringify(body) }))

  const pageOf = async (video: Buffer, captions: string | undefined, what: string) => {
    const body = { video_url: await upload(url, headers, video), captions }
    const { job_id: id } = (await post(MICROSITE_PATHS.processMeeting, body)) as { job_id: string }
    const read = async () =>
      micrositeSchema.parse(await answer(await fetch(url + MICROSITE_PATHS.one(id), { headers })))
    await until(what, async () => {
      const { status, error_message: reason } = await read()
      if (status === 'failed') throw new Error(`The page failed: ${reason}`)
      return status === 'active'
    })
    return read()
  }
  const { id, ...made } = await pageOf(
    readFileSync(SAMPLE),
    readFileSync(CAPTIONS, 'utf8'),
    'the page of a call with captions',
  )
  check('finds quotes in the call', (made.gpt_quotes ?? []).length > 0)
  check('makes a picture of the video', made.poster_url !== null)
  const { signedUrl } = (await answer(await fetch(url + MICROSITE_PATHS.video(id), { headers }))) as {
    signedUrl: string
  }
  const part = await fetch(new URL(signedUrl, url), { headers: { range: 'bytes=0-99' } })
  check('plays a range of the video', part.status === 206 && (await part.arrayBuffer()).byteLength === 100)
  const { share_url: link } = (await post(SHARE_PATHS.create, { microsite_id: id, expires_in_days: 7 })) as {
    share_url: string
  }
  const page = await fetch(new URL(new URL(link).pathname, url))
  check('shows the page at its link', page.status === 200 && (await page.text()).includes('<main'))
  const card = await fetch(new URL(`${new URL(link).pathname}/card.png`, url))
  check('draws the link’s picture', card.status === 200)

  const transcribed = await pageOf(clip, undefined, 'the page of a call without captions')
  check('hears words by itself', transcribed.transcript_info?.source === 'sphinx' && transcribed.segments.length > 0)
}

async function upload(url: string, headers: Record<string, string>, video: Buffer): Promise<string> {
  const base64 = (text: string) => Buffer.from(text).toString('base64')
  const tus = { ...headers, 'tus-resumable': '1.0.0' }
  const begun = await fetch(`${url}/files`, {
    method: 'POST',
    headers: {
      ...tus,
      'upload-length': String(video.length),
      'upload-metadata': `filename ${base64('sample-call.mp4')},filetype ${base64('video/mp4')}`,
    },
  })
  const location = new URL(begun.headers.get('location') ?? '', url)
  const sent = await fetch(location, {
    method: 'PATCH',
    headers: { ...tus, 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' },
    body: new Uint8Array(video),
  })
  const key = sent.headers.get('x-storage-path') ?? begun.headers.get('x-storage-path')
  check('takes the upload', sent.status === 204 && key !== null)
  return key ?? ''
}

async function answer(response: Response): Promise<unknown> {
  if (!response.ok) throw new Error(`${response.url} answered ${response.status}: ${await response.text()}`)
  return response.json()
}

function isHealthy({ root, healthcheck, workdir }: Image, settings: Record<string, string>): boolean {
  const [command = '', ...rest] = healthcheck
  const script = 'cd "$1"; shift; exec "$@"'
  const { status, error } = spawnSync('chroot', [root, 'sh', '-c', script, 'sh', workdir, command, ...rest], {
    env: { PATH, ...settings },
  })
  if (error !== undefined) throw error
  return status === 0
}

function check(what: string, holds: boolean): void {
  if (!holds) throw new Error(`Not so: the image ${what}.`)
  console.log(`✓ ${what}`)
}

async function until(what: string, isThere: () => Promise<boolean>): Promise<void> {
  const end = performance.now() + WAIT_MS
  while (!(await isThere())) {
    if (performance.now() > end) throw new Error(`${what} did not come within ${WAIT_MS / 1000} s.`)
    await delay(250)
  }
  console.log(`✓ ${what}`)
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const address = probe.address()
  probe.close()
  return typeof address === 'object' && address !== null ? address.port : 0
}
