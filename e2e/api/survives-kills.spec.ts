import { mkdtemp, readFile, readdir, rm, stat } from 'node:fs/promises'
import { watch } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Microsite } from '@callfolio/shared/contract/microsite.ts'
import { signUp, type ApiClient } from '../fixtures/client.ts'
import { makeMedia, SAMPLE, testTone } from '../fixtures/media.ts'
import { startServer, waitFor, type RunningServer } from '../fixtures/server.ts'
import { expect, test } from '../fixtures/test.ts'

/** The pipeline's stages by their output files; killed right after each, while the next one runs. */
const STAGES = ['probe', 'playable', 'transcribe', 'transcript', 'analyse', 'verify']

/** The parts of the result that must not depend on kills. */
const content = ({
  segments,
  transcript,
  gpt_summary,
  summary_evidence,
  gpt_quotes,
  gpt_action_points,
  gpt_important_points,
  gpt_todo_list,
  duration_ms,
  engines,
}: Microsite) => ({
  segments,
  transcript,
  gpt_summary,
  summary_evidence,
  gpt_quotes,
  gpt_action_points,
  gpt_important_points,
  gpt_todo_list,
  duration_ms,
  engines,
})

let server: RunningServer
let ann: ApiClient
let work: string

test.beforeAll(async () => {
  work = await mkdtemp(join(tmpdir(), 'callfolio-kill-'))
  server = await startServer()
  ann = await signUp(server.url)
})
test.afterAll(async () => {
  await server.stop()
  await rm(work, { recursive: true, force: true })
})

test('a server killed during an upload loses nothing of it @core', async () => {
  // Noise does not compress: the file is about ten megabytes, sent in small requests.
  const file = await makeMedia(
    join(work, 'big.mp4'),
    '-f',
    'lavfi',
    '-i',
    'color=gray:s=640x360:r=10:d=10,noise=alls=100:allf=t',
    ...testTone(10),
    '-shortest',
    '-c:v',
    'libx264',
    '-preset',
    'ultrafast',
    '-crf',
    '20',
    '-c:a',
    'aac',
    '-movflags',
    '+faststart',
  )
  const { size } = await stat(file)
  let kills = 0
  const key = await ann.upload(file, {
    chunkSize: 256 * 1024,
    onProgress: (sent) => {
      if (kills >= 3 || sent < (size / 4) * (kills + 1)) return
      kills++
      void server.kill().then(() => server.start())
    },
  })
  expect(kills).toBe(3)
  expect(Buffer.compare(await readFile(join(server.dataDir, 'uservideos', key)), await readFile(file))).toBe(0)
})

test('a server killed in each pipeline stage finishes the job once, with identical content', async () => {
  // An AVI without captions needs conversion and transcription, so the long stages have work.
  const file = await makeMedia(
    join(work, 'call.avi'),
    '-i',
    SAMPLE.video,
    '-t',
    '12',
    '-c:v',
    'mpeg4',
    '-q:v',
    '8',
    '-c:a',
    'mp3',
    '-ar',
    '44100',
  )
  const undisturbed = await ann.finished(
    await ann.process({ video_url: await ann.upload(file, { filename: 'call.avi' }), title: 'Undisturbed' }),
  )
  expect(undisturbed.status).toBe('active')

  const id = await ann.process({ video_url: await ann.upload(file, { filename: 'call.avi' }), title: 'Disturbed' })
  const folder = join(server.dataDir, 'uservideos', ann.userId, 'derived', id, 'stages')
  // The server is down at times during the poll.
  const hasEnded = async () => ['active', 'failed'].includes((await ann.microsite(id).catch(() => null))?.status ?? '')
  const ended = waitFor(hasEnded, 'the end of the job').then(() => 'ended')
  let kills = 0
  let known: string[] = []
  for (const stage of STAGES) {
    // With concurrent stages, a job killed twice without new output counts as crashing its process.
    if (known.includes(`${stage}.json`)) continue
    if ((await Promise.race([remembered(folder, stage), ended])) === 'ended') break
    await server.kill()
    kills++
    known = await readdir(folder)
    await server.start()
  }
  const disturbed = await ann.finished(id)
  expect(disturbed.status, disturbed.error_message ?? '').toBe('active')
  expect(kills).toBeGreaterThanOrEqual(3)
  expect(content(disturbed)).toEqual(content(undisturbed))
  const { used } = (await (await ann.get('/api/usage')).json()) as { used: number }
  expect(used).toBe(2)
})

/** Waits for a stage's output, and detects it within about a millisecond. */
async function remembered(folder: string, stage: string): Promise<void> {
  const file = join(folder, `${stage}.json`)
  await waitFor(async () => (await stat(folder).catch(() => null)) !== null, 'the first stage')
  await new Promise<void>((resolve) => {
    const watcher = watch(folder, check)
    function check() {
      void stat(file).then(
        () => {
          watcher.close()
          resolve()
        },
        () => undefined,
      )
    }
    check()
  })
}
