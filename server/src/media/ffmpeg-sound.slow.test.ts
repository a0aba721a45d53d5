import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { soundLevel } from './decoded.testing.ts'
import { createFfmpegMedia } from './ffmpeg-media.ts'
import { createFixtureMaker, installedFfmpeg, type FixtureMaker } from './fixtures.testing.ts'
import type { Media } from './media.ts'

const AUDIBLE_DB = -30
const SILENT_DB = -60
const PICTURE = ['-f', 'lavfi', '-i', 'testsrc2=s=160x120:r=10:d=4']
const SILENCE = ['-f', 'lavfi', '-i', 'anullsrc=r=44100:cl=mono:d=4']
const VIDEO = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', '-c:a', 'aac']
const TRACKS = ['-map', '0', '-map', '1', '-map', '2', ...VIDEO]
const options = { signal: new AbortController().signal }

let media: Media
let fixtures: FixtureMaker
let outputs = 0
beforeAll(async () => {
  const programs = await installedFfmpeg()
  media = createFfmpegMedia(programs)
  fixtures = createFixtureMaker(programs, await mkdtemp(join(tmpdir(), 'sound-')))
})
afterAll(() => rm(fixtures.folder, { recursive: true }))

/** Four seconds with a tone in the given one. */
function toneIn(second: number, channels = 'mono'): string[] {
  const tone = `sine=f=440:d=4,volume='if(between(t,${second},${second + 1}),6,0)':eval=frame`
  return ['-f', 'lavfi', '-i', `${tone},aformat=channel_layouts=${channels}`]
}

/** A recording's audio as the server uses it: what an engine gets, and what a viewer hears on a mono phone speaker. */
async function listen(path: string) {
  outputs += 1
  const name = (what: string) => join(fixtures.folder, `${what}-${outputs}`)
  const info = await media.measureSound(path, await media.probe(path, options), options)
  const made = info.playable ? path : (await media.makePlayable(path, info, name('playable'), options)).path
  const mono = await fixtures.make(`mono-${outputs}.wav`, '-i', made, '-ac', '1')
  const wav = `${name('heard')}.wav`
  await media.extractAudio(path, wav, options)
  return { info, made, heard: [wav, mono] }
}

describe('several audio tracks', () => {
  it('are mixed for the engine and for playback, each at its own time', async () => {
    const path = await fixtures.make('obs.mkv', ...PICTURE, ...toneIn(0), ...toneIn(2), ...TRACKS)
    const { info, made, heard } = await listen(path)
    expect(info.audio?.tracks.map(({ index }) => index)).toEqual([1, 2])
    for (const file of heard) {
      expect(await soundLevel(file, 0.2, 0.8)).toBeGreaterThan(AUDIBLE_DB)
      expect(await soundLevel(file, 1.2, 1.8)).toBeLessThan(SILENT_DB)
      expect(await soundLevel(file, 2.2, 2.8)).toBeGreaterThan(AUDIBLE_DB)
    }
    expect((await media.probe(made, options)).audio?.tracks).toHaveLength(1)
  })

  it('copy the track with sound when the first is silent', async () => {
    const path = await fixtures.make('silent.mp4', ...PICTURE, ...SILENCE, ...toneIn(2), ...TRACKS)
    const { info, made, heard } = await listen(path)
    expect(info).toMatchObject({ playable: false, audio: { tracks: [{ index: 2 }] } })
    for (const file of heard) expect(await soundLevel(file, 2.2, 2.8)).toBeGreaterThan(AUDIBLE_DB)
    expect((await media.probe(made, options)).audio?.tracks).toHaveLength(1)
  })

  it('produce a recording with silent audio when all are silent', async () => {
    const path = await fixtures.make('muted.mp4', ...PICTURE, ...SILENCE, ...SILENCE, ...TRACKS)
    const { info } = await listen(path)
    expect(info.audio?.tracks).toHaveLength(1)
  })

  it('use the other when one has an unknown codec', async () => {
    const whole = await fixtures.make('phone.mp4', ...PICTURE, ...toneIn(0), ...toneIn(2), ...TRACKS)
    const bytes = await readFile(whole)
    // A phone's spatial audio is a second track with a codec that only the phone knows.
    bytes.write('apac', bytes.lastIndexOf('mp4a'))
    const { heard } = await listen(await fixtures.write('spatial.mp4', bytes))
    for (const file of heard) expect(await soundLevel(file, 0.2, 0.8)).toBeGreaterThan(AUDIBLE_DB)
  })

  it('are not clipped when they are loud together', async () => {
    const loud = ['-f', 'lavfi', '-i', 'sine=f=440:d=4,volume=17dB']
    const path = await fixtures.make('loud.mkv', ...PICTURE, ...loud, ...loud, ...TRACKS)
    for (const file of (await listen(path)).heard) expect(await soundLevel(file, 1, 3)).toBeLessThan(0)
  })
})

describe('stereo', () => {
  it('is audible in mono when its channels cancel each other out', async () => {
    const inverted = [...toneIn(1, 'stereo'), '-filter_complex', '[1:a]pan=stereo|c0=c0|c1=-1*c1[a]']
    const path = await fixtures.make('phase.mp4', ...PICTURE, ...inverted, '-map', '0', '-map', '[a]', ...VIDEO)
    const { heard } = await listen(path)
    for (const file of heard) expect(await soundLevel(file, 1.2, 1.8)).toBeGreaterThan(AUDIBLE_DB)
  })

  it('keeps both voices when one cancels itself out', async () => {
    const graph = '[1:a]pan=stereo|c0=c0|c1=-1*c0[a];[2:a]pan=stereo|c0=c0|c1=c0[b];[a][b]amix=normalize=0[both]'
    const voices = [...toneIn(0), ...toneIn(2), '-filter_complex', graph]
    const path = await fixtures.make('voices.mp4', ...PICTURE, ...voices, '-map', '0', '-map', '[both]', ...VIDEO)
    for (const file of (await listen(path)).heard)
      for (const second of [0, 2])
        expect(await soundLevel(file, second + 0.2, second + 0.8)).toBeGreaterThan(AUDIBLE_DB)
  })

  it('with a voice on each side keeps both unchanged', async () => {
    const sides = [...toneIn(0), ...toneIn(2), '-filter_complex', '[1:a][2:a]amerge[a]']
    const flags = [...VIDEO, '-movflags', '+faststart']
    const path = await fixtures.make('sides.mp4', ...PICTURE, ...sides, '-map', '0', '-map', '[a]', ...flags)
    const { info, heard } = await listen(path)
    expect(info).toMatchObject({ playable: true, audio: { tracks: [{ onlyChannel: null }] } })
    for (const file of heard)
      for (const second of [0, 2])
        expect(await soundLevel(file, second + 0.2, second + 0.8)).toBeGreaterThan(AUDIBLE_DB)
  })
})
