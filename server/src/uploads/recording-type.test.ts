import { createReadStream } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { run } from '../process/run.ts'
import { PLAYLIST } from './recordings.testing.ts'
import { isRecording } from './recording-type.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'recording-type-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const SOUND = ['-f', 'lavfi', '-i', 'sine=duration=1']
const PICTURE = ['-f', 'lavfi', '-i', 'testsrc=size=64x64:rate=5:duration=1']

async function make(name: string, args: string[]): Promise<string> {
  const path = join(folder, name)
  await run('ffmpeg', ['-v', 'error', '-y', ...args, path], {
    signal: new AbortController().signal,
    timeoutMs: 240_000,
  })
  return path
}

describe('recording detection by content', () => {
  test.each(['mp4', 'mov', 'mkv', 'webm', 'avi', 'flv', 'ts', 'wmv', 'ogv', '3gp', 'mpg'])(
    'accepts a %s video',
    async (extension) => {
      const codec = extension === '3gp' ? ['-c:v', 'mpeg4'] : []
      const path = await make(`call.${extension}`, [...PICTURE, ...(extension === 'mpg' ? ['-r', '25'] : []), ...codec])
      expect(await isRecording(createReadStream(path))).toBe(true)
    },
  )

  test('accepts a recorder’s fragmented MP4', async () => {
    const path = await make('fragments.mp4', [...PICTURE, '-movflags', 'frag_keyframe+empty_moov'])
    expect(await isRecording(createReadStream(path))).toBe(true)
  })

  test.each(['mp3', 'm4a', 'wav', 'flac', 'ogg', 'aac'])('accepts %s audio', async (extension) => {
    const path = await make(`call.${extension}`, SOUND)
    expect(await isRecording(createReadStream(path))).toBe(true)
  })

  test('rejects a picture', async () => {
    for (const name of ['still.png', 'still.jpg', 'still.gif']) {
      expect(await isRecording(createReadStream(await make(name, [...PICTURE, '-frames:v', '1'])))).toBe(false)
    }
  })

  test.each([
    ['a playlist', PLAYLIST],
    ['a concat script', Buffer.from('ffconcat version 1.0\nfile call.mp4\n')],
    ['a caption file', Buffer.from('WEBVTT\n\n00:00.000 --> 00:01.000\nHello\n')],
    ['a page', Buffer.from('<!doctype html><video src="call.mp4">')],
    ['a MIDI file', Buffer.from('4d546864000000060000000100604d54726b', 'hex')],
    ['one byte', Buffer.from('x')],
    ['zeros', Buffer.alloc(10_000)],
  ])('rejects %s', async (_, content) => {
    expect(await isRecording(Readable.from([content]))).toBe(false)
  })

  test('stops reading after the first bytes and closes the file', async () => {
    const path = join(folder, 'long.bin')
    await writeFile(path, Buffer.alloc(20_000_000))
    const content = createReadStream(path)
    await isRecording(content)
    expect(content.bytesRead).toBeLessThan(5_000_000)
    expect(content.destroyed).toBe(true)
  })
})
