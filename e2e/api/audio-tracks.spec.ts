import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startFakeOpenAi, type FakeOpenAi } from '../fakes/openai.ts'
import { signUp } from '../fixtures/client.ts'
import { makeMedia, SAMPLE, sampleClip } from '../fixtures/media.ts'
import { startServer, type RunningServer } from '../fixtures/server.ts'
import { expect, test } from '../fixtures/test.ts'

interface Cue {
  start: number
  end: number
  speaker: string
  text: string
}

const CUE = /^(\d\d):(\d\d):(\d\d\.\d{3}) --> (\d\d):(\d\d):(\d\d\.\d{3})\n<v ([^>]+)>(.+)$/gm
/** Enough of the sample call for both speakers to take turns. */
const SECONDS = 60
const seconds = (hours = '', minutes = '', rest = '') => (Number(hours) * 60 + Number(minutes)) * 60 + Number(rest)

let cues: Cue[]
let work: string
let call: string
let fake: FakeOpenAi
let server: RunningServer
test.beforeAll(async () => {
  work = await mkdtemp(join(tmpdir(), 'tracks-'))
  call = await sampleClip(join(work, 'call.mp4'), SECONDS)
  const captions = await readFile(SAMPLE.captions, 'utf8')
  cues = [...captions.matchAll(CUE)]
    .map(([, a, b, c, d, e, f, speaker = '', text = '']) => ({
      start: seconds(a, b, c),
      end: seconds(d, e, f),
      speaker,
      text,
    }))
    .filter(({ end }) => end < SECONDS)
  fake = await startFakeOpenAi({
    transcribe: () => ({
      text: 'What was said.',
      language: 'english',
      segments: cues.map(({ start, end, text }) => ({ start, end, text })),
      words: [],
    }),
  })
  server = await startServer({ OPENAI_API_KEY: 'sk-test', OPENAI_BASE_URL: fake.baseUrl, ANALYST: 'extractive' })
})
test.afterAll(async () => {
  await server.stop()
  await fake.close()
  await rm(work, { recursive: true, force: true })
})

/** The call as one side's recorder captures it: its own lines, plus the other side's as a -20 dB echo. */
function side(name: string, own: (cue: Cue) => boolean): Promise<string> {
  const speaking = cues
    .filter(own)
    .map(({ start, end }) => `between(t,${start},${end})`)
    .join('+')
  return makeMedia(
    join(work, name),
    '-i',
    call,
    '-vn',
    '-af',
    `volume='if(${speaking},1,0.1)':eval=frame`,
    '-c:a',
    'libopus',
    '-b:a',
    '32k',
  )
}

test('identifies speakers by the track of each side, and deletes the tracks with their microsite', async () => {
  const isRep = ({ speaker }: Cue) => speaker === 'Dana'
  expect(cues.length, 'the captions were read').toBeGreaterThan(10)
  const rep = await signUp(server.url)
  const [video_url, you, them] = [
    await rep.upload(call),
    await rep.upload(await side('you.webm', isRep), { filename: 'you.webm' }),
    await rep.upload(await side('them.webm', (cue) => !isRep(cue)), { filename: 'them.webm' }),
  ]
  const audio_tracks = [
    { path: you, who: 'you' as const },
    { path: them, who: 'them' as const },
  ]
  const site = await rep.finished(await rep.process({ video_url, audio_tracks }))
  expect(site.transcript_info).toMatchObject({ source: 'openai', speakers: { from: 'tracks', found: 2, asked: null } })
  expect(site.segments.map(({ speaker }) => speaker)).toEqual(
    cues.map((cue) => (isRep(cue) ? 'Ann Example' : 'Speaker 2')),
  )

  const stranger = await signUp(server.url)
  expect(
    (await stranger.post('/api/process-meeting', { video_url: await stranger.upload(call), audio_tracks })).status,
    'another user’s tracks',
  ).toBe(404)
  const gone = await fetch(`${server.url}/api/microsites/${site.id}`, {
    method: 'DELETE',
    headers: { authorization: `Bearer ${rep.token}` },
  })
  expect(gone.status).toBe(200)
  expect(((await gone.json()) as { removed: { objects: number } }).removed.objects).toBeGreaterThan(3)
})
