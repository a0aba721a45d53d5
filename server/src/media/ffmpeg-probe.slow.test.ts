import { copyFile, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { FAILURES, type FailureCode } from '@callfolio/shared/failures.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { PermanentFailure } from '../kernel/errors.ts'
import { createFfmpegMedia } from './ffmpeg-media.ts'
import { createFixtureMaker, installedFfmpeg, type FixtureMaker } from './fixtures.testing.ts'
import type { Media } from './media.ts'

const PICTURE = ['-f', 'lavfi', '-i', 'testsrc2=s=320x240:r=10:d=3']
const SOUND = ['-f', 'lavfi', '-i', 'sine=f=440:d=3']
const H264 = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p']
const FASTSTART = ['-movflags', '+faststart']

let media: Media
let fixtures: FixtureMaker
let mp4: string
const options = { signal: new AbortController().signal }

beforeAll(async () => {
  const programs = await installedFfmpeg()
  media = createFfmpegMedia(programs)
  fixtures = createFixtureMaker(programs, await mkdtemp(join(tmpdir(), 'probe-')))
  mp4 = await fixtures.make('call.mp4', ...PICTURE, ...SOUND, ...H264, '-c:a', 'aac', ...FASTSTART)
})
afterAll(() => rm(fixtures.folder, { recursive: true }))

describe('probing a file', () => {
  it('reports streams, duration, and that browsers play an ordinary MP4 as it is', async () => {
    expect(await media.probe(mp4, options)).toEqual({
      format: 'mov,mp4,m4a,3gp,3g2,mj2',
      durationMs: expect.closeTo(3000, -2),
      video: { codec: 'h264', pixelFormat: 'yuv420p', width: 320, height: 240 },
      audio: {
        codec: 'aac',
        channels: 1,
        sampleRate: 44100,
        tracks: [{ index: 1, codec: 'aac', channels: 1, onlyChannel: null }],
      },
      subtitles: [],
      seekable: true,
      playable: true,
    })
  })

  it('lists text subtitles with their language', async () => {
    const srt = await fixtures.write('lines.srt', '1\n00:00:00,500 --> 00:00:02,000\nDana: Hello & welcome\n')
    const path = await fixtures.make(
      'subtitled.mp4',
      '-i',
      mp4,
      '-i',
      srt,
      '-map',
      '0',
      '-map',
      '1',
      '-c',
      'copy',
      '-c:s',
      'mov_text',
      '-metadata:s:s:0',
      'language=eng',
    )
    const { subtitles } = await media.probe(path, options)
    expect(subtitles).toEqual([{ index: 2, codec: 'mov_text', language: 'eng' }])
    expect(await media.extractSubtitles(path, 2, options)).toMatch(/^WEBVTT[^]*00:00\.500 --> 00:02\.000\nDana: Hello/)
  })

  it.each([
    [1, false],
    [3999, false],
    [4000, true],
  ])('accepts a track at %i Hz as audio: %s', async (rate, isSound) => {
    const bytes = await readFile(await fixtures.make(`at-${rate}.wav`, ...SOUND))
    bytes.writeUInt32LE(rate, 24)
    const path = await fixtures.write(`at-${rate}-hz.wav`, bytes)
    if (isSound) expect((await media.probe(path, options)).audio?.sampleRate).toBe(rate)
    else await expect(media.probe(path, options)).rejects.toMatchObject({ code: 'no_streams' })
  })

  it('does not take a cover picture for a video', async () => {
    const cover = await fixtures.make('cover.jpg', ...PICTURE, '-frames:v', '1')
    const path = await fixtures.make(
      'song.mp3',
      ...SOUND,
      '-i',
      cover,
      '-map',
      '0',
      '-map',
      '1',
      '-c:v',
      'copy',
      '-disposition:v',
      'attached_pic',
    )
    expect((await media.probe(path, options)).video).toBeNull()
  })

  it('reads no other file through a playlist or a concat script with a video’s name', async () => {
    const stolen = await fixtures.make('other.ts', '-i', mp4, '-c', 'copy')
    for (const text of [
      `#EXTM3U\n#EXT-X-TARGETDURATION:10\n#EXTINF:3,\n${stolen}\n#EXT-X-ENDLIST\n`,
      `ffconcat version 1.0\nfile '${mp4}'\n`,
      `<?xml version="1.0"?><MPD xmlns="urn:mpeg:dash:schema:mpd:2011"><BaseURL>${stolen}</BaseURL></MPD>`,
    ]) {
      const path = await fixtures.write('renamed.mp4', text)
      await expect(media.probe(path, options)).rejects.toThrow('We couldn’t read this file.')
      const base = join(fixtures.folder, 'stolen')
      await expect(media.makePlayable(path, await media.probe(mp4, options), base, options)).rejects.toThrow(
        PermanentFailure,
      )
    }
  })

  it('opens a path with any characters', async () => {
    const path = join(fixtures.folder, `-i concat:x|y %d ' ${'n'.repeat(200)}.mp4`)
    await copyFile(mp4, path)
    expect((await media.probe(path, options)).playable).toBe(true)
  })
})

describe('a file that is no playable recording', () => {
  const reasons: [string, () => Promise<string>, FailureCode][] = [
    [
      'no video under a video’s name',
      () => fixtures.write('text.mp4', 'hello, I am a text\n'.repeat(99)),
      'unreadable_video',
    ],
    [
      'random bytes',
      () => fixtures.write('noise.webm', Buffer.from(Array.from({ length: 50_000 }, (_, i) => (i * 7919) % 251))),
      'unreadable_video',
    ],
    ['zero bytes', () => fixtures.write('zero.mp4', ''), 'empty_file'],
    [
      'an MP4 whose index was never written',
      async () => {
        const late = await fixtures.make('late.mp4', '-i', mp4, '-c', 'copy')
        return fixtures.cut('truncated.mp4', late, 0.6)
      },
      'incomplete_file',
    ],
    ['neither picture nor sound', () => fixtures.make('streams.mp4', ...PICTURE, '-t', '0', ...H264), 'no_streams'],
    [
      'only captions',
      async () => {
        const srt = await fixtures.write('only.srt', '1\n00:00:00,000 --> 00:00:02,000\nHello\n')
        return fixtures.make('captions.mp4', '-i', srt, '-c:s', 'mov_text')
      },
      'no_streams',
    ],
    [
      'a length of nothing',
      () => fixtures.make('frame.mp4', ...PICTURE, '-frames:v', '1', ...H264, '-r', '25'),
      'no_length',
    ],
  ]

  it.each(reasons)('reports %s with its code and one sentence', async (_, create, code) => {
    const error: unknown = await media.probe(await create(), options).catch((reason: unknown) => reason)
    expect(error).toBeInstanceOf(PermanentFailure)
    expect(error).toMatchObject({ code, message: FAILURES[code].sentence })
  })
})
