import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createFfmpegMedia } from '../media/ffmpeg-media.ts'
import { installedFfmpeg } from '../media/fixtures.testing.ts'
import { SAMPLE_RATE } from '../media/wav.ts'
import { writeWav } from '../speakers/spoken-call.testing.ts'
import { withoutLoneWords } from './lone-words.ts'

const programs = await installedFfmpeg()
const SECONDS = 40
let wavPath: string
let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lone-words-'))
  wavPath = join(folder, 'call.wav')
})
afterEach(async () => {
  await rm(folder, { recursive: true })
})

const line = (text: string, start_ms: number, end_ms = start_ms + 1000) => ({ start_ms, end_ms, speaker: null, text })
const opening = line('Good morning and thank you both for coming.', 0, 5000)
const ending = line('Let us begin with what you have today.', 35_000, 40_000)

/** Chords of three notes, a new one each second, loudest at its start. */
function music(t: number): number {
  const root = [220, 174.6, 261.6, 196][Math.floor(t) % 4] ?? 220
  const notes = [1, 1.26, 1.5].map((interval) => Math.sin(2 * Math.PI * root * interval * t))
  return 0.05 * Math.exp(-(t % 1)) * notes.reduce((sum, note) => sum + note, 0)
}
/** The rise and fall of syllables. */
const voice = (t: number) => 0.2 * Math.abs(Math.sin(2 * Math.PI * 4 * t)) * Math.sin(2 * Math.PI * 130 * t)

async function kept(sound: (t: number) => number, ...lines: ReturnType<typeof line>[]): Promise<string[]> {
  await writeWav(
    wavPath,
    Float32Array.from({ length: SECONDS * SAMPLE_RATE }, (_, i) => sound(i / SAMPLE_RATE) * 32_767),
  )
  const silences = await createFfmpegMedia(programs).silences(wavPath, { signal: new AbortController().signal })
  return (await withoutLoneWords(lines, { wavPath, silences })).map(({ text }) => text)
}
const isIn = (t: number, { start_ms, end_ms }: ReturnType<typeof line>) => t * 1000 >= start_ms && t * 1000 < end_ms

test.each(['Thank you.', 'you', 'ご視聴ありがとう', 'We will be back.'])(
  'removes “%s” alone in music',
  async (text) => {
    expect(await kept(music, opening, line(text, 17_200), ending)).toEqual([opening.text, ending.text])
  },
)

test.each([
  ['in a quiet place', () => 0.0005],
  ['over music', music],
])('keeps a “Thank you.” that a voice says %s', async (_, background) => {
  const thanks = line('Thank you.', 20_000)
  const sound = (t: number) => background(t) + (isIn(t, thanks) ? voice(t) : 0)
  expect(await kept(sound, opening, thanks, ending)).toContain(thanks.text)
})

test('keeps a “Thank you.” at the end of a call, where a chime follows', async () => {
  const thanks = line('Thank you.', 20_000)
  const sound = (t: number) => (isIn(t, thanks) || t < 15 ? voice(t) : t > 22 && t < 25 ? 0.3 * Math.sin(4000 * t) : 0)
  expect(await kept(sound, line('I will send it on Friday, after the review.', 0, 15_000), thanks)).toContain(
    thanks.text,
  )
})

test('keeps a “Thank you.” in a quiet place that the recognizer timed a second too early', async () => {
  const thanks = line('Thank you.', 20_000)
  const sound = (t: number) => (isIn(t - 1, thanks) || t < 5 ? voice(t) : 0.0005 * Math.sin(900 * t))
  expect(await kept(sound, opening, thanks, ending)).toContain(thanks.text)
})

test('keeps a few words among others, and a whole sentence in noise', async () => {
  const answer = line('Yes, sure.', 6000)
  const sentence = line('I am sitting far away from you.', 20_000)
  expect(await kept(music, opening, answer, sentence, ending)).toEqual(
    [opening, answer, sentence, ending].map(({ text }) => text),
  )
})
