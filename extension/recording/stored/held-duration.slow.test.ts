import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { heldDuration } from './held-duration.ts'

const run = promisify(execFile)
const SOURCES = [
  '-f',
  'lavfi',
  '-i',
  'testsrc=size=160x90:rate=15',
  '-f',
  'lavfi',
  '-i',
  'sine',
  '-t',
  '10',
  '-g',
  '15',
]
/** As recorders write them: in pieces, without a duration. */
const FORMATS = {
  'call.mp4': ['-c:v', 'libx264', '-c:a', 'aac', '-movflags', 'frag_keyframe+empty_moov+default_base_moof'],
  'call.webm': [
    '-c:v',
    'libvpx',
    '-deadline',
    'realtime',
    '-c:a',
    'libopus',
    '-live',
    '1',
    '-cluster_time_limit',
    '1000',
  ],
}

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'held-duration-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

describe.each(Object.entries(FORMATS))('a recording in %s', (name, options) => {
  let bytes: Buffer<ArrayBuffer>
  beforeAll(async () => {
    await run('ffmpeg', ['-loglevel', 'error', ...SOURCES, ...options, join(folder, name)])
    bytes = await readFile(join(folder, name))
  })
  const held = (part: number) => heldDuration(new Blob([bytes.subarray(0, Math.floor(bytes.length * part))]))

  test('has its duration, and the duration of its complete part when cut off anywhere', async () => {
    const whole = (await held(1)) ?? 0
    expect(whole).toBeGreaterThan(9800)
    expect(whole).toBeLessThan(10_300)
    const parts = [0.15, 0.31, 0.5, 0.66, 0.9]
    for (const part of parts) {
      const ms = (await held(part)) ?? -1
      expect(ms, `${part}`).toBeGreaterThan(part * 10_000 - 2500)
      expect(ms, `${part}`).toBeLessThan(part * 10_000 + 1300)
    }
  })
})

test('holds nothing of a call when it has only a picture', async () => {
  const path = join(folder, 'silent.mp4')
  await run('ffmpeg', ['-loglevel', 'error', ...SOURCES, ...FORMATS['call.mp4'], '-an', path])
  expect(await heldDuration(new Blob([await readFile(path)]))).toBeNull()
})

test('a file that is not a recording has no duration', async () => {
  expect(await heldDuration(new Blob(['no recording at all, only words']))).toBeNull()
  expect(await heldDuration(new Blob([]))).toBeNull()
})
