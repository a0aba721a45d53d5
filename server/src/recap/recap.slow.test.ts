import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { createFixtureMaker, installedFfmpeg, type FixtureMaker } from '../media/fixtures.testing.ts'
import { ProcessFailed } from '../process/process-failed.ts'
import { run } from '../process/run.ts'
import type { Recap } from './recap-sink.ts'

const COMMAND = fileURLToPath(new URL('../recap.ts', import.meta.url))
const VTT = `WEBVTT

00:00:01.000 --> 00:00:04.000
<v Dana>We lose about sixty requests every month because they sit in three inboxes.

00:00:05.000 --> 00:00:09.000
<v Lee>I will send you the signed contract on Friday morning.
`
const PICTURE = ['-f', 'lavfi', '-i', 'testsrc=size=160x120:rate=5:duration=10']
const H264 = ['-c:v', 'libx264', '-pix_fmt', 'yuv420p']

let folder: string
let fixtures: FixtureMaker
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'recap-test-'))
  await mkdir(join(folder, 'tmp'))
  vi.stubEnv('TMPDIR', join(folder, 'tmp'))
  fixtures = createFixtureMaker(await installedFfmpeg(), folder)
})
afterAll(async () => {
  vi.unstubAllEnvs()
  await rm(folder, { recursive: true })
})

/** Runs the command as its own process in the test's folder, which has no settings. */
async function recap(...args: string[]): Promise<{ exitCode: number; stdout: string; stderr: string }> {
  // High limits: the command sets its own for the tools it starts, and a child's limit can't exceed its parent's.
  const limits = {
    signal: AbortSignal.timeout(240_000),
    timeoutMs: 2 ** 30,
    memoryBytes: 2 ** 45,
    fileBytes: 2 ** 45,
    cwd: folder,
  }
  try {
    return { exitCode: 0, ...(await run(process.execPath, [COMMAND, ...args], limits)) }
  } catch (error) {
    if (error instanceof ProcessFailed && error.exitCode !== null)
      return { exitCode: error.exitCode, stdout: '', stderr: error.stderr }
    throw error
  }
}

async function getRecap(...args: string[]): Promise<Recap> {
  const { exitCode, stdout, stderr } = await recap(...args)
  expect({ exitCode, stderr: exitCode === 0 ? '' : stderr }).toEqual({ exitCode: 0, stderr: '' })
  return JSON.parse(stdout) as Recap
}

describe('the recap command', () => {
  test('writes a recap of a caption file to standard output, with the timestamps of what was said', async () => {
    await fixtures.write('call.vtt', VTT)
    const made = await getRecap('call.vtt')
    expect(Object.keys(made)).toEqual([
      'title',
      'summary',
      'transcript',
      'segments',
      'quotes',
      'action_points',
      'important_points',
      'todo_list',
      'engines',
    ])
    expect(made.title, 'a generic file name').toBe('Dana and Lee')
    expect(made.transcript).toBe(
      'Dana: We lose about sixty requests every month because they sit in three inboxes.\nLee: I will send you the signed contract on Friday morning.',
    )
    expect(made.segments.map(({ start_ms, end_ms }) => [start_ms, end_ms])).toEqual([
      [1000, 4000],
      [5000, 9000],
    ])
    expect(made.action_points).toEqual([
      { text: expect.stringContaining('signed contract'), speaker: 'Lee', start_ms: 5000, end_ms: 9000 },
    ])
    expect(made.engines).toEqual({ transcriber: 'captions', analyst: 'extractive' })
  })

  test('makes the same recap of a video with captions, into a file, and leaves the video unchanged', async () => {
    const video = await fixtures.make('abc-defg-hij 2026-11-26.mp4', ...PICTURE, ...H264)
    const before = await readFile(video)
    await fixtures.write('meeting.vtt', VTT)
    const { exitCode, stdout, stderr } = await recap(
      'abc-defg-hij 2026-11-26.mp4',
      '--captions',
      'meeting.vtt',
      '--out',
      'meeting.json',
    )
    expect({ exitCode, stdout, stderr }).toMatchObject({ exitCode: 0, stdout: '' })
    expect(stderr).toMatch(/% · Analyzing content/)
    const made = JSON.parse(await readFile(join(folder, 'meeting.json'), 'utf8')) as Recap
    expect(made.title, 'a room’s code').toBe('Dana and Lee, Nov 26, 2026')
    expect(made.action_points).toMatchObject([{ speaker: 'Lee', start_ms: 5000 }])
    expect((await readFile(video)).equals(before)).toBe(true)
  })

  test('reads a plain text with speakers', async () => {
    await writeFile(
      join(folder, 'notes.txt'),
      'Dana: How many people need a seat?\nLee: We need thirty seats by the first of May.\n',
    )
    const made = await getRecap('notes.txt')
    expect(made.segments.map(({ speaker }) => speaker)).toEqual(['Dana', 'Lee'])
  })

  test('invents nothing for a video without speech', async () => {
    await fixtures.make(
      'silence.mp4',
      ...PICTURE,
      '-f',
      'lavfi',
      '-i',
      'anullsrc=r=16000:cl=mono',
      '-t',
      '5',
      ...H264,
      '-c:a',
      'aac',
    )
    const made = await getRecap('silence.mp4')
    expect(made).toMatchObject({
      transcript: '',
      segments: [],
      quotes: [],
      action_points: [],
      important_points: [],
      todo_list: [],
    })
    expect(made.summary).toMatch(/no speech|no usable/i)
  })

  test.each([
    ['no file', [], /^Specify one file\. Usage: .*$/],
    ['an unknown option', ['call.vtt', '--loud'], /^Invalid options\. Usage: .*$/],
    ['a file that is not there', ['gone.mp4'], /^There is no file .*gone\.mp4\.$/],
    ['a folder', ['.'], /^.* is not a file\.$/],
    [
      "something else under a video's name",
      ['fake.mp4'],
      /^We couldn’t read this file\. It may be damaged; export it again\.$/,
    ],
    ['a caption file without captions', ['broken.srt'], /^No transcript found in broken\.srt\.$/],
    [
      'captions for a transcript',
      ['call.vtt', '--captions', 'call.vtt'],
      /^call\.vtt is already a transcript\. Remove --captions\.$/,
    ],
    [
      'a place that can not be written',
      ['call.vtt', '--out', 'no/such/folder.json'],
      /^Can’t write no\/such\/folder\.json\.$/,
    ],
  ])('exits with 1 and one sentence when given %s', async (_, args, sentence) => {
    await fixtures.write('call.vtt', VTT)
    await fixtures.write('fake.mp4', '#EXTM3U\nsecret.mp4\n')
    await fixtures.write('broken.srt', '\u0000\u0001\u0002 garbage')
    const { exitCode, stdout, stderr } = await recap(...args)
    expect({ exitCode, stdout }).toEqual({ exitCode: 1, stdout: '' })
    expect(stderr.trimEnd().split('\n').at(-1)).toMatch(sentence)
  })

  test('leaves no temporary folder behind', async () => {
    expect((await readdir(join(folder, 'tmp'))).filter((name) => name.startsWith('callfolio-recap-'))).toEqual([])
  })
})
