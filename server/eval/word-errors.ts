import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, parse } from 'node:path'
import { wordErrorRate } from '@callfolio/shared/transcript/word-error-rate.ts'
import { createFfmpegMedia } from '../src/media/ffmpeg-media.ts'
import type { Media } from '../src/media/media.ts'
import { wavDurationMs } from '../src/media/wav.ts'
import { findProgram } from '../src/process/find-program.ts'
import { run } from '../src/process/run.ts'
import type { PieceCache, Transcriber } from '../src/transcription/transcriber.ts'
import { readCalls, type ReferenceCall } from './calls.ts'
import { tokens } from './tokens.ts'

export interface WordErrors {
  clip: string
  words: number
  /** Words replaced, left out or added, as a share of the words spoken. */
  rate: number
  /** The engine's time as a share of the clip's length. */
  speed: number
}

const VOICES = ['slt', 'rms', 'awb', 'kal16']
const LINES = 12
const signal = new AbortController().signal

/** The measurement: an engine, on a folder of audio or, if null, on the calls spoken by synthetic voices. */
export interface WordErrorsInput {
  engine: (media: Media) => Promise<Transcriber>
  /** Audio or videos, each with its words in a `.txt` of the same name. */
  folder: string | null
}

/** @throws when a program, the engine or the folder can't be used. */
export async function wordErrors({ engine, folder }: WordErrorsInput): Promise<WordErrors[]> {
  const [ffmpeg, ffprobe] = await Promise.all(['ffmpeg', 'ffprobe'].map((name) => findProgram(name)))
  if (!ffmpeg || !ffprobe) throw new Error('This needs ffmpeg.')
  const media = createFfmpegMedia({ ffmpeg, ffprobe })
  const transcriber = await engine(media)
  const { ready, note } = await transcriber.status()
  if (!ready) throw new Error(`${note}.`)
  const work = await mkdtemp(join(tmpdir(), 'callfolio-eval-'))
  try {
    const results: WordErrors[] = []
    const clips = folder === null ? spokenCalls(ffmpeg, work) : getClips(folder, media, work)
    for await (const clip of clips)
      results.push(await getErrors(clip, transcriber, join(work, `${results.length} work`)))
    return results
  } finally {
    await rm(work, { recursive: true, force: true })
  }
}

interface Clip {
  name: string
  wavPath: string
  said: string
}

/** The beginning of every call, spoken by synthetic voices. */
async function* spokenCalls(ffmpeg: string, work: string): AsyncGenerator<Clip> {
  const flite = await findProgram('flite')
  if (!flite) throw new Error('This needs flite.')
  for (const call of await readCalls())
    yield {
      name: call.id,
      wavPath: await speak(call, { flite, ffmpeg }, join(work, call.id)),
      said: spoken(call).join(' '),
    }
}

async function* getClips(folder: string, media: Media, work: string): AsyncGenerator<Clip> {
  const names = (await readdir(folder)).toSorted()
  for (const name of names) {
    const transcript = `${parse(name).name}.txt`
    if (name === transcript || !names.includes(transcript)) continue
    const wavPath = join(work, `${name}.wav`)
    await media.extractAudio(join(folder, name), wavPath, { signal })
    yield { name, wavPath, said: await readFile(join(folder, transcript), 'utf8') }
  }
}

/** Each clip is transcribed once. */
const FORGETFUL: PieceCache = { recall: async () => null, remember: async () => {} }

async function getErrors(clip: Clip, transcriber: Transcriber, workFolder: string): Promise<WordErrors> {
  const { wavPath } = clip
  await mkdir(workFolder)
  const durationMs = await wavDurationMs(wavPath)
  const started = performance.now()
  const { segments } = await transcriber.transcribe(
    { wavPath, durationMs, language: null, workFolder, hints: null, memory: FORGETFUL },
    { signal, onProgress: () => {} },
  )
  const speed = (performance.now() - started) / durationMs
  const rate = wordErrorRate(clip.said, segments.map(({ text }) => text).join(' '))
  return { clip: clip.name, words: tokens(clip.said).length, rate, speed }
}

function spoken({ cues }: ReferenceCall): string[] {
  return cues.slice(0, LINES).map(({ text }) => text)
}

/** @returns the path of a 16 kHz mono WAV in which each speaker has a voice. */
async function speak(
  call: ReferenceCall,
  programs: { flite: string; ffmpeg: string },
  folder: string,
): Promise<string> {
  await mkdir(folder)
  const speakers = [...new Set(call.cues.map(({ speaker }) => speaker))]
  const lines = spoken(call)
  for (const [i, text] of lines.entries()) {
    const voice = VOICES[speakers.indexOf(call.cues[i]?.speaker ?? null) % VOICES.length] ?? 'slt'
    const path = join(folder, `${i}.wav`)
    await run(programs.flite, ['-voice', voice, '-t', text, '-o', `${path}.raw.wav`], { signal, timeoutMs: 60_000 })
    await run(
      programs.ffmpeg,
      ['-v', 'error', '-y', '-i', `${path}.raw.wav`, '-af', 'apad=pad_dur=0.6', '-ar', '16000', '-ac', '1', path],
      { signal, timeoutMs: 60_000 },
    )
  }
  const list = join(folder, 'list.txt')
  await writeFile(list, lines.map((_, i) => `file '${i}.wav'\n`).join(''))
  const whole = join(folder, 'whole.wav')
  await run(programs.ffmpeg, ['-v', 'error', '-y', '-f', 'concat', '-i', list, '-c', 'copy', whole], {
    signal,
    timeoutMs: 60_000,
  })
  return whole
}
