import { mkdir, mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { PermanentFailure } from '../kernel/errors.ts'
import { meanLuma, soundLevel } from './decoded.testing.ts'
import { createFfmpegMedia } from './ffmpeg-media.ts'
import { createFixtureMaker, installedFfmpeg, type FixtureMaker } from './fixtures.testing.ts'
import type { Media, MediaInfo } from './media.ts'
import { wavDurationMs } from './wav.ts'

const PICTURE = ['-f', 'lavfi', '-i', 'testsrc2=s=320x240:r=10:d=3']
const SOUND = ['-f', 'lavfi', '-i', 'sine=f=440:d=3']
const SOUND_12S = ['-f', 'lavfi', '-i', 'sine=duration=12']
const H264 = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p']
const FASTSTART = ['-movflags', '+faststart']

let programs: Awaited<ReturnType<typeof installedFfmpeg>>
let media: Media
let fixtures: FixtureMaker
let mp4: string
let outputs = 0
const options = { signal: new AbortController().signal }

beforeAll(async () => {
  programs = await installedFfmpeg()
  media = createFfmpegMedia(programs)
  fixtures = createFixtureMaker(programs, await mkdtemp(join(tmpdir(), 'media-')))
  mp4 = await fixtures.make('call.mp4', ...PICTURE, ...SOUND, ...H264, '-c:a', 'aac', ...FASTSTART)
})
afterAll(() => rm(fixtures.folder, { recursive: true }))

/** A new private folder, as a caller passes one for each run. */
async function outputBase(): Promise<string> {
  outputs += 1
  const folder = join(fixtures.folder, `out-${outputs}`)
  await mkdir(folder)
  return join(folder, 'playable')
}

/** Makes a file playable and probes the result. */
async function convert(
  path: string,
): Promise<{ before: MediaInfo; after: MediaInfo; extension: string; path: string }> {
  const before = await media.probe(path, options)
  const output = await media.makePlayable(path, before, await outputBase(), options)
  return { before, after: await media.probe(output.path, options), ...output }
}

describe('making a file playable', () => {
  it('gives a recorder’s WebM a length and cues, and keeps its streams', async () => {
    const path = await fixtures.pipe(
      'recorder.webm',
      ...PICTURE,
      ...SOUND,
      '-c:v',
      'libvpx-vp9',
      '-deadline',
      'realtime',
      '-cpu-used',
      '8',
      '-c:a',
      'libopus',
      '-f',
      'webm',
    )
    const { before, after, extension } = await convert(path)
    expect(before).toMatchObject({ durationMs: null, seekable: false, playable: false })
    expect(after).toMatchObject({ seekable: true, playable: true, video: { codec: 'vp9' }, audio: { codec: 'opus' } })
    expect(after.durationMs).toBeGreaterThan(2900)
    expect(extension).toBe('webm')
  })

  it('copies an MP4 with its index at the end, with identical streams', async () => {
    const { before, after, path } = await convert(await fixtures.make('end.mp4', '-i', mp4, '-c', 'copy'))
    expect(before).toMatchObject({ seekable: false, playable: false })
    expect(after).toMatchObject({ seekable: true, playable: true })
    expect(Math.abs((await stat(path)).size - (await stat(mp4)).size)).toBeLessThan(1000)
  })

  it('copies a fragmented MP4 into a plain one', async () => {
    const path = await fixtures.pipe(
      'fragments.mp4',
      '-i',
      mp4,
      '-c',
      'copy',
      '-movflags',
      'frag_keyframe+empty_moov',
      '-f',
      'mp4',
    )
    const { before, after } = await convert(path)
    expect(before.seekable).toBe(false)
    expect(after).toMatchObject({ playable: true, durationMs: expect.closeTo(3000, -3) })
  })

  it('transcodes MPEG-4 in AVI with odd dimensions to H.264 and AAC in MP4', async () => {
    const path = await fixtures.make(
      'old.avi',
      '-f',
      'lavfi',
      '-i',
      'testsrc2=s=161x121:r=10:d=2',
      ...SOUND,
      '-c:v',
      'mpeg4',
      '-c:a',
      'mp3',
      '-t',
      '2',
    )
    const fractions: number[] = []
    const info = await media.probe(path, options)
    const output = await media.makePlayable(path, info, await outputBase(), {
      ...options,
      onProgress: (fraction) => fractions.push(fraction),
    })
    expect(await media.probe(output.path, options)).toMatchObject({
      playable: true,
      video: { codec: 'h264', pixelFormat: 'yuv420p', width: 160, height: 120 },
    })
    expect(fractions).toEqual(fractions.toSorted((a, b) => a - b))
    expect(fractions.at(-1)).toBeGreaterThan(0.9)
  })

  it('transcodes HEVC and 10-bit video, and scales down anything above 1080p', async () => {
    const path = await fixtures.make(
      'large.mp4',
      '-f',
      'lavfi',
      '-i',
      'testsrc2=s=2560x1440:r=5:d=1',
      ...H264,
      '-pix_fmt',
      'yuv420p10le',
      ...FASTSTART,
    )
    const { before, after } = await convert(path)
    expect(before).toMatchObject({ seekable: true, playable: false })
    expect(after).toMatchObject({
      playable: true,
      video: { pixelFormat: 'yuv420p', width: 1920, height: 1080 },
      audio: null,
    })
    const hevc = await fixtures.make(
      'phone.mov',
      ...PICTURE,
      '-c:v',
      'libx265',
      '-preset',
      'ultrafast',
      '-x265-params',
      'log-level=none',
    )
    expect((await convert(hevc)).after).toMatchObject({ playable: true, video: { codec: 'h264' } })
  })

  it('makes an H.264 copy of AV1, which Safari and older devices cannot play', async () => {
    const flags = ['-c:v', 'libsvtav1', '-preset', '12', '-pix_fmt', 'yuv420p', '-c:a', 'aac', ...FASTSTART]
    const { before, after } = await convert(await fixtures.make('av1.mp4', ...PICTURE, ...SOUND, ...flags))
    expect(before).toMatchObject({ playable: false, video: { codec: 'av1' } })
    expect(after).toMatchObject({ playable: true, video: { codec: 'h264' }, audio: { codec: 'aac' } })
  })

  it('transcodes only the audio when only the audio does not fit', async () => {
    const path = await fixtures.make('pcm.mov', '-i', mp4, '-c:v', 'copy', '-c:a', 'pcm_s16le')
    const { after, path: output } = await convert(path)
    expect(after).toMatchObject({ playable: true, audio: { codec: 'aac' } })
    const vorbis = await fixtures.make(
      'vorbis.webm',
      ...PICTURE,
      ...SOUND,
      '-c:v',
      'libvpx',
      '-deadline',
      'realtime',
      '-c:a',
      'libvorbis',
    )
    expect((await convert(vorbis)).after).toMatchObject({
      format: 'matroska,webm',
      playable: true,
      video: { codec: 'vp8' },
      audio: { codec: 'opus' },
    })
    expect((await readFile(output)).includes('qt  ')).toBe(false)
  })

  it('converts a Matroska or QuickTime file with matching streams to MP4', async () => {
    for (const name of ['copy.mkv', 'copy.mov']) {
      const { before, after, extension } = await convert(
        await fixtures.make(name, '-i', mp4, '-c', 'copy', ...(name.endsWith('mov') ? FASTSTART : [])),
      )
      expect(before.playable).toBe(false)
      expect(after.playable).toBe(true)
      expect(extension).toBe('mp4')
    }
  })

  it('converts audio files to MP4 without video', async () => {
    for (const [name, codec] of [
      ['voice.m4a', 'aac'],
      ['voice.mp3', 'mp3'],
      ['voice.wav', 'aac'],
    ] as const) {
      const { before, after, extension } = await convert(await fixtures.make(name, ...SOUND))
      expect(before).toMatchObject({ video: null, playable: false })
      expect(after).toMatchObject({ video: null, audio: { codec }, playable: true })
      expect(extension).toBe('mp4')
    }
  })

  it('keeps a video without audio', async () => {
    expect((await convert(await fixtures.make('mute.mkv', ...PICTURE, ...H264))).after).toMatchObject({
      playable: true,
      audio: null,
    })
  })

  it('drops captions, locations and names', async () => {
    const srt = await fixtures.write('drop.srt', '1\n00:00:00,000 --> 00:00:02,000\nHello\n')
    const path = await fixtures.make(
      'private.mkv',
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
      'srt',
      '-metadata',
      'title=Secret plan',
      '-metadata',
      'location=+52.5+13.4/',
    )
    const { before, after, path: output } = await convert(path)
    expect(before.subtitles).toHaveLength(1)
    expect(after.subtitles).toEqual([])
    expect((await readFile(output)).includes('Secret plan')).toBe(false)
  })

  it('recovers the readable part of a truncated file', async () => {
    const { before, after } = await convert(await fixtures.cut('half.mp4', mp4, 0.5))
    expect(before).toMatchObject({ seekable: false, playable: false })
    expect(after.playable).toBe(true)
    expect(after.durationMs).toBeLessThan(2900)
    const webm = await fixtures.make('whole.webm', ...PICTURE, '-c:v', 'libvpx', '-deadline', 'realtime')
    expect(await media.probe(webm, options)).toMatchObject({ playable: true })
    const cut = await convert(await fixtures.cut('half.webm', webm, 0.5))
    expect(cut.before.playable).toBe(false)
    expect(cut.after.playable).toBe(true)
  })

  it('reports when nothing in the file can be decoded', async () => {
    const bytes = await readFile(await fixtures.make('broken.avi', ...PICTURE, '-c:v', 'mpeg4'))
    bytes.fill(0x5a, bytes.indexOf('movi') + 12, bytes.length - 1000)
    const path = await fixtures.write('broken.avi', bytes)
    await expect(convert(path)).rejects.toEqual(new PermanentFailure('not_convertible'))
  })

  it('stops when aborted', async () => {
    const path = await fixtures.make('long.avi', '-f', 'lavfi', '-i', 'testsrc2=s=640x480:r=25:d=60', '-c:v', 'mpeg4')
    const controller = new AbortController()
    const info = await media.probe(path, options)
    const work = media.makePlayable(path, info, await outputBase(), {
      signal: controller.signal,
      onProgress: () => controller.abort(new Error('deleted')),
    })
    await expect(work).rejects.toThrow('deleted')
  })
})

describe('damage detection', () => {
  const LONG = ['-f', 'lavfi', '-i', 'testsrc=s=320x240:r=10:d=30', '-f', 'lavfi', '-i', 'anoisesrc=d=30:a=0.3']
  const FORMS: [string, string[]][] = [
    ['mp4', [...H264, '-g', '20', '-c:a', 'aac', ...FASTSTART]],
    ['webm', ['-c:v', 'libvpx', '-deadline', 'realtime', '-cpu-used', '8', '-c:a', 'libopus']],
    ['ts', [...H264, '-g', '20', '-c:a', 'mp3']],
    ['avi', ['-c:v', 'mpeg4']],
    ['mp3', ['-vn']],
  ]

  it.each(FORMS)('finds none in an intact .%s', async (ending, flags) => {
    expect(await media.damagedRanges(await fixtures.make(`whole.${ending}`, ...LONG, ...flags), options)).toEqual([])
  })

  it('lists the packets of a damaged recording only', async () => {
    const whole = await fixtures.make('whole.mp4', ...LONG, ...(FORMS[0]?.[1] ?? []))
    const noLists = createFfmpegMedia({ ...programs, ffprobe: '/bin/false' })
    expect(await noLists.damagedRanges(whole, options)).toEqual([])
    await expect(noLists.damagedRanges(await fixtures.damage('broken.mp4', whole), options)).rejects.toThrow(
      'read this file',
    )
  })

  it.each(FORMS.slice(0, 3))('finds overwritten bytes in the middle of a .%s', async (ending, flags) => {
    const whole = await fixtures.make(`whole.${ending}`, ...LONG, ...flags)
    const [range] = await media.damagedRanges(await fixtures.damage(`broken.${ending}`, whole), options)
    expect(range?.startMs).toBeGreaterThan(8_000)
    expect(range?.endMs).toBeLessThan(24_000)
  })
})

describe('the poster', () => {
  it('is a JPEG at most 1280 px wide', async () => {
    const path = await fixtures.make('wide.mp4', '-f', 'lavfi', '-i', 'testsrc2=s=1920x1080:r=5:d=2', ...H264)
    const output = `${await outputBase()}.jpg`
    expect(await media.poster(path, await media.probe(path, options), output, options)).toBe(true)
    const bytes = await readFile(output)
    expect(bytes.subarray(0, 3)).toEqual(Buffer.from([0xff, 0xd8, 0xff]))
    expect(await jpegSize(output)).toEqual('1280x720')
  })

  it('skips a black start', async () => {
    const path = await fixtures.make(
      'dark.mp4',
      '-f',
      'lavfi',
      '-i',
      'color=black:s=320x240:r=10:d=6',
      '-f',
      'lavfi',
      '-i',
      'color=white:s=320x240:r=10:d=4',
      '-filter_complex',
      'concat',
      ...H264,
    )
    const dark = await fixtures.make('black.mp4', '-f', 'lavfi', '-i', 'color=black:s=320x240:r=10:d=3', ...H264)
    const [lit, black] = [`${await outputBase()}.jpg`, `${await outputBase()}.jpg`]
    expect(await media.poster(path, await media.probe(path, options), lit, options)).toBe(true)
    expect(await media.poster(dark, await media.probe(dark, options), black, options)).toBe(true)
    expect(await meanLuma(lit)).toBeGreaterThan(200)
    expect(await meanLuma(black)).toBeLessThan(32)
  })

  it('exists for the shortest video', async () => {
    const short = await fixtures.make('short.mp4', ...PICTURE, '-t', '0.4', ...H264)
    expect(await media.poster(short, await media.probe(short, options), `${await outputBase()}.jpg`, options)).toBe(
      true,
    )
  })

  it.each(['m4a', 'mp3', 'wav', 'ogg', 'flac'])('shows the waveform of a .%s recording', async (ending) => {
    const half = "volume='if(lt(t,2),4,0)':eval=frame"
    const path = await fixtures.make(`half.${ending}`, '-f', 'lavfi', '-i', `sine=f=300:d=4,${half}`)
    const output = `${await outputBase()}.jpg`
    expect(await media.poster(path, await media.probe(path, options), output, options)).toBe(true)
    expect(await jpegSize(output)).toBe('1280x720')
    const getMiddle = (x: string) => fixtures.make(`${outputs}-${x}.png`, '-i', output, '-vf', `crop=400:100:${x}:310`)
    expect(await meanLuma(await getMiddle('100'))).toBeGreaterThan(80)
    expect(await meanLuma(await getMiddle('780'))).toBeLessThan(20)
  })

  async function jpegSize(path: string): Promise<string> {
    const bytes = await readFile(path)
    const frame = bytes.indexOf(Buffer.from([0xff, 0xc0]))
    return `${bytes.readUInt16BE(frame + 7)}x${bytes.readUInt16BE(frame + 5)}`
  }

  async function meanLuma(path: string): Promise<number> {
    const raw = await fixtures.make(`${outputs}-luma.yuv`, '-i', path, '-pix_fmt', 'gray', '-f', 'rawvideo')
    const bytes = await readFile(raw)
    return bytes.reduce((sum, byte) => sum + byte, 0) / bytes.length
  }
})

describe('the audio', () => {
  it('is written as 16 kHz mono samples after a plain 44-byte header', async () => {
    const output = `${await outputBase()}.wav`
    await media.extractAudio(mp4, output, options)
    const header = (await readFile(output)).subarray(0, 44)
    expect(header.toString('latin1', 36, 40)).toBe('data')
    expect([header.readUInt16LE(22), header.readUInt32LE(24), header.readUInt16LE(34)]).toEqual([1, 16_000, 16])
    expect(await wavDurationMs(output)).toBeCloseTo(3000, -3)
  })

  it('starts when the video starts, even when the track begins later', async () => {
    const late = await fixtures.make(
      'late-sound.mkv',
      ...PICTURE,
      '-itsoffset',
      '1',
      ...SOUND,
      ...H264,
      '-c:a',
      'aac',
      '-t',
      '3',
    )
    const output = `${await outputBase()}.wav`
    await media.extractAudio(late, output, options)
    const [first] = await media.silences(output, options)
    expect(first).toEqual({ startMs: 0, endMs: expect.closeTo(1000, -2) })
  })

  it('has silences, including one at the end, however quiet the recording is', async () => {
    const path = await fixtures.make(
      'pauses.wav',
      '-f',
      'lavfi',
      '-i',
      'aevalsrc=0.3*sin(2764*t)*between(mod(t\\,2)\\,0.5\\,1.5):d=5',
      '-ar',
      '16000',
      '-ac',
      '1',
      '-fflags',
      '+bitexact',
    )
    const silences = await media.silences(path, options)
    expect(silences.map(({ startMs, endMs }) => [Math.round(startMs / 100), Math.round(endMs / 100)])).toEqual([
      [0, 5],
      [15, 25],
      [35, 45],
    ])
    const quiet = await fixtures.make('whisper.wav', '-i', path, '-af', 'volume=-30dB', '-fflags', '+bitexact')
    expect(await media.silences(quiet, options)).toHaveLength(3)
    const nothing = await fixtures.make(
      'nothing.wav',
      '-f',
      'lavfi',
      '-i',
      'anullsrc=r=16000:cl=mono',
      '-t',
      '2',
      '-fflags',
      '+bitexact',
    )
    expect(await media.silences(nothing, options)).toEqual([{ startMs: 0, endMs: 2000 }])
  })

  it('can be cut to MP3', async () => {
    const wav = await fixtures.make('cut.wav', '-f', 'lavfi', '-i', 'sine=d=10', '-ar', '16000')
    const output = `${await outputBase()}.mp3`
    await media.cutSpeech(wav, { startMs: 2000, endMs: 6000 }, output, options)
    expect((await stat(output)).size).toBeLessThan(18_000)
    expect(await media.probe(output, options)).toMatchObject({
      format: 'mp3',
      audio: { channels: 1 },
      durationMs: expect.closeTo(4000, -3),
    })
  })

  it('is reported when missing', async () => {
    const mute = await fixtures.make('no-sound.mp4', ...PICTURE, ...H264)
    await expect(media.extractAudio(mute, `${await outputBase()}.wav`, options)).rejects.toEqual(
      new PermanentFailure('unreadable_sound'),
    )
  })
})

describe('redaction', () => {
  it('keeps a WebM’s length, black and silent in the ranges, even when one frame lasts for seconds', async () => {
    const picture = ['-f', 'lavfi', '-i', 'color=white:size=64x64:rate=1/4:duration=12']
    const path = await fixtures.pipe(
      'sparse.webm',
      ...picture,
      ...SOUND_12S,
      '-c:v',
      'libvpx',
      '-c:a',
      'libopus',
      '-f',
      'webm',
    )
    const info = await media.probe(path, options)
    const ranges = [
      { startMs: 1000, endMs: 2000 },
      { startMs: 5000, endMs: 7000 },
    ]
    const made = await media.redact(path, info, ranges, join(fixtures.folder, 'redacted'), options)
    expect(made.info.playable).toBe(true)
    expect(Math.abs((made.info.durationMs ?? 0) - 12_000)).toBeLessThan(200)
    for (const { startMs, endMs } of ranges) {
      const [from, to] = [startMs / 1000 + 0.04, endMs / 1000 - 0.04]
      expect(await soundLevel(made.path, from, to)).toBeLessThan(-80)
      expect(await meanLuma(made.path, from, to)).toBeLessThan(20)
    }
    for (const [from, to] of [
      [0.1, 0.9],
      [2.1, 4.9],
      [7.1, 7.9],
    ] as const) {
      expect(await soundLevel(made.path, from, to)).toBeGreaterThan(-30)
      expect(await meanLuma(made.path, from, to)).toBeGreaterThan(200)
    }
  })
})
