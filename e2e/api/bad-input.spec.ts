import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { signUp, type ApiClient } from '../fixtures/client.ts'
import { makeMedia, SAMPLE, testPicture, testTone } from '../fixtures/media.ts'
import type { RunningServer } from '../fixtures/server.ts'
import { expect, test } from '../fixtures/test.ts'

let server: RunningServer
let ann: ApiClient
let work: string
const h264 = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p']

test.beforeAll(async ({ premiumServer }) => {
  work = await mkdtemp(join(tmpdir(), 'callfolio-bad-'))
  server = premiumServer
  ann = await signUp(server.url)
})
test.afterAll(async () => {
  await rm(work, { recursive: true, force: true })
})
test.afterEach(async () => {
  expect((await fetch(`${server.url}/healthz`)).status, 'the server lives on').toBe(200)
})

/** Uploads a file and requests a microsite. @returns the error's sentence, or the finished microsite. */
async function submit(path: string, body: { captions?: string } = {}, filename = 'call.mp4') {
  let key: string
  try {
    key = await ann.upload(path, { filename })
  } catch (error) {
    return { refused: error instanceof Error ? error.message : String(error), site: null }
  }
  const reply = await ann.post('/api/process-meeting', { video_url: key, ...body })
  const answer = (await reply.json()) as { job_id?: string; error?: string }
  if (answer.job_id === undefined) return { refused: answer.error ?? '', site: null }
  return { refused: null, site: await ann.finished(answer.job_id) }
}

const text = async (name: string, content: string) => {
  const path = join(work, name)
  await writeFile(path, content)
  return path
}

test("refuses a file that isn't a video with one sentence, whatever its name", async () => {
  for (const path of [
    await text('note.mp4', 'this is a shopping list\n'.repeat(50)),
    await text('empty.mp4', ''),
    await text('playlist.mp4', '#EXTM3U\n#EXT-X-TARGETDURATION:10\n#EXTINF:10,\nfile:///etc/passwd\n#EXT-X-ENDLIST\n'),
    await text('script.mp4', 'ffconcat version 1.0\nfile /etc/passwd\nduration 5\n'),
  ]) {
    const { refused } = await submit(path)
    expect(refused, path).toContain('Please choose a video file.')
  }
})

test('fails a truncated MP4 with a sentence that names it', async () => {
  const whole = await makeMedia(join(work, 'whole.mp4'), ...testPicture(4), ...testTone(4), ...h264, '-c:a', 'aac')
  const bytes = await readFile(whole)
  const path = join(work, 'cut.mp4')
  await writeFile(path, bytes.subarray(0, bytes.length / 2))
  const { site } = await submit(path)
  expect(site?.status).toBe('failed')
  expect(site?.error_message).toBe('We couldn’t read call.mp4. It may be damaged; export it again.')
})

test('makes a microsite from a silent video, and says so', async () => {
  const { site } = await submit(await makeMedia(join(work, 'mute.mp4'), ...testPicture(3), ...h264))
  expect(site?.status).toBe('active')
  expect(site?.segments).toEqual([])
  expect(site?.transcript_info?.notice).toMatch(/no audio/i)
  expect(site?.gpt_quotes).toEqual([])
})

test('makes a microsite from audio without speech, and invents nothing', async () => {
  const { site } = await submit(
    await makeMedia(join(work, 'tone.mp4'), ...testPicture(6), ...testTone(6), ...h264, '-c:a', 'aac'),
  )
  expect(site?.status).toBe('active')
  expect(site?.segments).toEqual([])
  expect(site?.gpt_summary).toMatch(/no speech found/i)
  expect(site?.gpt_todo_list).toEqual([])
})

test('fails a 0-second video with one sentence', async () => {
  const path = await makeMedia(
    join(work, 'zero.mp4'),
    '-f',
    'lavfi',
    '-i',
    'testsrc2=size=320x180:rate=10:duration=1',
    '-frames:v',
    '0',
    ...h264,
  )
  const { site, refused } = await submit(path)
  expect(refused ?? site?.error_message).toMatch(/\S+ .*\.$/)
  expect(site?.status ?? 'failed').toBe('failed')
})

test('reports a corrupt caption file, and keeps the recording', async () => {
  const silent = await makeMedia(join(work, 'mute2.mp4'), ...testPicture(3), ...h264)
  const { site } = await submit(silent, { captions: '\u0000\u0001 nothing that could be read --> \u0002' })
  expect(site?.status).toBe('active')
  expect(site?.transcript_info?.notice).toMatch(/couldn’t read the caption file/i)
})

test('treats a name with path tricks or 500 characters only as a name', async () => {
  const path = await makeMedia(join(work, 'ok.mp4'), ...testPicture(2), ...h264)
  for (const filename of [
    '../../../etc/cron.d/evil.mp4',
    `${'long '.repeat(100)}.mp4`,
    'a/b\\c\u0000d.mp4',
    '.mp4',
    'no extension',
  ]) {
    const key = await ann.upload(path, { filename })
    expect(key).toMatch(new RegExp(`^${ann.userId}/meetings/${ann.userId}/\\d+\\.[a-z0-9]{1,5}$`))
    expect((await ann.finished(await ann.process({ video_url: key }))).status).toBe('active')
  }
})

test('makes two recordings from one file uploaded twice at once, both intact', async () => {
  const [first, second] = await Promise.all([ann.upload(SAMPLE.video), ann.upload(SAMPLE.video)])
  expect(first).not.toBe(second)
  const captions = await readFile(SAMPLE.captions, 'utf8')
  const sites = await Promise.all(
    [first, second].map(async (video_url) => ann.finished(await ann.process({ video_url, captions }))),
  )
  expect(sites.map((site) => site.status)).toEqual(['active', 'active'])
  expect(sites[0]?.segments).toEqual(sites[1]?.segments)
})

test('returns the same microsite for a repeated request', async () => {
  const video_url = await ann.upload(await makeMedia(join(work, 'twice.mp4'), ...testPicture(2), ...h264))
  const [first, second] = await Promise.all([ann.process({ video_url }), ann.process({ video_url })])
  expect(second).toBe(first)
  await ann.finished(first)
  expect(await ann.process({ video_url })).toBe(first)
})
