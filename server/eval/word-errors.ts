import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createFfmpegMedia } from '../src/media/ffmpeg-media.ts'
import { wavDurationMs } from '../src/media/wav.ts'
import { findProgram } from '../src/process/find-program.ts'
import { run } from '../src/process/run.ts'
import { createSphinxTranscriber } from '../src/transcription/sphinx.ts'
import type { PieceCache, Transcriber } from '../src/transcription/transcriber.ts'
import { readCalls, type ReferenceCall } from './calls.ts'
import { tokens } from './rouge.ts'

export interface WordErrors {
  clip: string
  words: number
  /** Words replaced, left out or added, as a share of the words said. */
  rate: number
  /** Time of the engine as a share of the clip's length. */
  speed: number
}

const VOICES = ['slt', 'rms', 'awb', 'kal16']
const LINES = 12
const signal = new AbortController().signal

/** Speaks the beginning of every call with synthetic voices and lets the built-in engine write it down. */
export async function wordErrors(): Promise<WordErrors[]> {
  const [ffmpeg, ffprobe, flite, program] = await Promise.all(
    ['ffmpeg', 'ffprobe', 'flite', 'pocketsphinx_batch'].map((name) => findProgram(name)),
  )
  if (!ffmpeg || !ffprobe || !flite || !program) throw new Error('This needs ffmpeg, flite and pocketsphinx.')
  const media = createFfmpegMedia({ ffmpeg, ffprobe })
  const sphinx = createSphinxTranscriber({ program, media })
  const folder = await mkdtemp(join(tmpdir(), 'callfolio-eval-'))
  try {
    const results: WordErrors[] = []
    for (const call of await readCalls()) {
      const wavPath = await speak(call, { flite, ffmpeg }, join(folder, call.id))
      results.push(await errorsOf(call, wavPath, sphinx, join(folder, `${call.id} work`)))
    }
    return results
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Each clip is heard once. */
const FORGETFUL: PieceCache = { recall: async () => null, remember: async () => {} }

async function errorsOf(
  call: ReferenceCall,
  wavPath: string,
  sphinx: Transcriber,
  workFolder: string,
): Promise<WordErrors> {
  await mkdir(workFolder)
  const durationMs = await wavDurationMs(wavPath)
  const started = performance.now()
  const { segments } = await sphinx.transcribe(
    { wavPath, durationMs, language: 'en', workFolder, hints: null, memory: FORGETFUL },
    { signal, onProgress: () => {} },
  )
  const speed = (performance.now() - started) / durationMs
  const said = tokens(spoken(call).join(' '))
  return {
    clip: call.id,
    words: said.length,
    rate: distance(said, tokens(segments.map(({ text }) => text).join(' '))) / said.length,
    speed,
  }
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

/** The fewest words to replace, leave out or add to come from one text to the other. */
export function distance(said: readonly string[], heard: readonly string[]): number {
  let above = heard.map((_, j) => j + 1)
  said.forEach((word, i) => {
    const row: number[] = []
    heard.forEach((other, j) => {
      const diagonal = j === 0 ? i : (above[j - 1] ?? 0)
      const left = j === 0 ? i + 1 : (row[j - 1] ?? 0)
      row.push(Math.min(diagonal + (word === other ? 0 : 1), left + 1, (above[j] ?? 0) + 1))
    })
    above = row
  })
  return heard.length === 0 ? said.length : (above.at(-1) ?? 0)
}
