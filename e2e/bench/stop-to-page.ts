import { open, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import type { SpeechCall } from '../fakes/openai-rules.ts'
import { startFakeOpenAi } from '../fakes/openai.ts'
import { signUp, type ApiClient } from '../fixtures/client.ts'
import { makeMedia, SAMPLE } from '../fixtures/media.ts'
import { startServer } from '../fixtures/server.ts'
import type { Result } from './result.ts'
import { timed } from './median.ts'
import { getCall } from './transcript.ts'

const MINUTES = (process.env['STOP_TO_PAGE_MINUTES'] ?? '5,60').split(',').map(Number)
/**
 * A call of 60 minutes is sent in six: ten times a recorder's pace, and the speech service must keep up with that.
 */
const FASTER_THAN_A_CALL = Number(process.env['STOP_TO_PAGE_PACE'] ?? 10)
/** Interval at which a recorder's uploader sends parts, ms. */
const PIECE_EVERY_MS = 1000
const LINES_A_MINUTE = 15
/** Seconds of audio that the service transcribes per second. */
const SPEED = 30
/** The product sends 32 kbit/s. */
const BYTES_PER_SECOND = 4000

/** The files of a recorded call: no length, no index, separate audio for each side. */
interface RecordedCall {
  minutes: number
  call: string
  sounds: string[]
}

/**
 * A call sent while it is recorded, as by the extension: from its last byte to the page, compared with sending and
 * processing the same files after the call.
 */
export async function benchStopToPage(work: string): Promise<Result[]> {
  const results: Result[] = []
  for (const minutes of MINUTES) {
    const recorded = await makeCall(work, minutes)
    results.push(...(await measure(recorded, 'captions')), ...(await measure(recorded, 'speech')))
    for (const file of [recorded.call, ...recorded.sounds]) await rm(file)
  }
  return results
}

async function measure(recorded: RecordedCall, source: 'captions' | 'speech'): Promise<Result[]> {
  const fake = await startFakeOpenAi({
    delay: (call) => ('file' in call ? transcriptionMs(call) : 0),
    transcribe: () => ({
      text: 'We ship in March.',
      language: 'en',
      segments: [{ start: 1, end: 3, text: 'We ship in March.' }],
    }),
  })
  const server = await startServer({
    OPENAI_API_KEY: 'sk-test',
    OPENAI_BASE_URL: fake.baseUrl,
    TRANSCRIBER: 'openai',
    ANALYST: 'extractive',
  })
  try {
    const { minutes } = recorded
    const ann = await signUp(server.url)
    const pieces = Math.ceil((minutes * 60_000) / FASTER_THAN_A_CALL / PIECE_EVERY_MS)
    const begun = performance.now()
    const whileRecorded = await Promise.all(
      [recorded.call, ...recorded.sounds].map((path, index) =>
        sendWhileRecorded(server.url, ann, { path, pieces, speech: index === 0 && source === 'speech' }),
      ),
    )
    const stopped = performance.now()
    const early = fake.speech.length
    for (const send of whileRecorded) await send.last()
    await finish(
      ann,
      whileRecorded.map(({ key }) => key),
      source,
      minutes,
    )
    const ended = performance.now()
    const [overlapped, total] = [ended - stopped, ended - begun]
    const transcription = fake.speech.reduce((sum, call) => sum + transcriptionMs(call), 0)
    const longest = Math.max(stopped - begun, transcription)
    const sent = fake.speech.length
    const afterwards = await timed(async () => {
      const keys = []
      for (const path of [recorded.call, ...recorded.sounds])
        keys.push(await ann.upload(path, { filename: 'call.webm' }))
      await finish(ann, keys, source, minutes)
    })
    const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`
    const against = (ms: number, other: number) =>
      `${(ms / other).toFixed(2)} × (${seconds(ms)} against ${seconds(other)})`
    const transcribed =
      source === 'speech'
        ? `, transcribed by a service at ${SPEED} × real time (${early} of ${sent} requests before Stop)`
        : ', with captions'
    const what = `stop-to-page: recorded call of ${minutes} minutes${transcribed}: Stop → active`
    return [
      { what, measured: seconds(overlapped), goal: minutes >= 60 ? 'at most 60 s' : 'no goal' },
      { what: `${what}, against upload, then work`, measured: against(overlapped, afterwards), goal: 'no goal' },
      {
        what: `stop-to-page: the same, beginning of the upload (at ${FASTER_THAN_A_CALL} × real time) → active, against the longer of upload and transcription`,
        measured: against(total, longest),
        goal: 'at most 1.1 ×',
      },
    ]
  } finally {
    await server.stop()
    await fake.close()
  }
}

async function finish(
  ann: ApiClient,
  [video_url = '', you = '', them = '']: string[],
  source: string,
  minutes: number,
): Promise<void> {
  const text =
    source === 'captions'
      ? { captions: getCall(minutes * LINES_A_MINUTE) }
      : {
          audio_tracks: [
            { path: you, who: 'you' as const },
            { path: them, who: 'them' as const },
          ],
        }
  const site = await ann.finished(await ann.process({ video_url, ...text }))
  if (site.status !== 'active' || site.segments.length === 0)
    throw new Error(`The recording became ${site.status}: ${site.error_message}`)
}

/** Sends a file in a recorder's parts, all but the last one. */
async function sendWhileRecorded(
  url: string,
  { token }: ApiClient,
  { path, pieces, speech }: { path: string; pieces: number; speech: boolean },
): Promise<{ key: string; last: () => Promise<void> }> {
  const { size } = await stat(path)
  const file = await open(path)
  const common = { 'authorization': `Bearer ${token}`, 'tus-resumable': '1.0.0' }
  const metadata = `filename ${Buffer.from('call.webm').toString('base64')}${speech ? ',speech' : ''}`
  const created = await fetch(`${url}/files`, {
    method: 'POST',
    headers: { ...common, 'upload-defer-length': '1', 'upload-metadata': metadata },
  })
  if (!created.ok) throw new Error(`The upload was refused: ${created.status} ${await created.text()}`)
  const location = new URL(created.headers.get('location') ?? '', url)
  const send = async (piece: number) => {
    const [from, to] = [piece, piece + 1].map((at) => Math.floor((size * at) / pieces)) as [number, number]
    const { buffer } = await file.read(Buffer.alloc(to - from), 0, to - from, from)
    const headers = {
      ...common,
      'content-type': 'application/offset+octet-stream',
      'upload-offset': String(from),
      ...(to === size && { 'upload-length': String(size) }),
    }
    const response = await fetch(location, { method: 'PATCH', headers, body: buffer })
    if (!response.ok) throw new Error(`A piece was refused: ${response.status} ${await response.text()}`)
  }
  const begun = performance.now()
  for (let piece = 0; piece < pieces - 1; piece += 1) {
    await setTimeout(Math.max(0, begun + piece * PIECE_EVERY_MS - performance.now()))
    await send(piece)
  }
  return {
    key: Buffer.from(location.pathname.split('/').at(-1) ?? '', 'base64url').toString(),
    async last() {
      await send(pieces - 1)
      await file.close()
    },
  }
}

/** A minute of the sample call, repeated, in the format of the extension's recorder. */
async function makeCall(work: string, minutes: number): Promise<RecordedCall> {
  const picture = '-c:v libvpx -deadline realtime -cpu-used 8 -b:v 1600k -r 15 -g 100 -c:a libopus'.split(' ')
  const minute = await makeMedia(join(work, 'minute.webm'), '-i', SAMPLE.video, '-t', '60', ...picture)
  const repeated = ['-stream_loop', String(minutes - 1), '-i', minute, '-c', 'copy']
  const live = ['-f', 'webm', '-live', '1']
  const call = await makeMedia(join(work, 'call.webm'), ...repeated, ...live)
  const sounds = []
  for (const side of ['you', 'them'])
    sounds.push(await makeMedia(join(work, `${side}.webm`), ...repeated, '-vn', ...live))
  return { minutes, call, sounds }
}

/** The service's time for the audio sent, ms. */
function transcriptionMs({ file }: SpeechCall): number {
  return ((file.bytes.length / BYTES_PER_SECOND) * 1000) / SPEED
}
