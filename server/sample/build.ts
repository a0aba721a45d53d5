/**
 * Builds the sample call from `sales-call.txt`: sample-call.mp4, .vtt (captions), .txt (the words, for word error
 * rates) and .json (speakers, lines and times). Needs flite and ffmpeg.
 */
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { toWebVtt } from './captions.ts'
import { drawFrame } from './frames.ts'
import { parseScript, type Script } from './script.ts'
import { speak, type Speech } from './speech.ts'
import { ffmpeg } from './tools.ts'

const FRAMES_PER_SECOND = 10
const output = join(import.meta.dirname, 'sample-call')
const folder = mkdtempSync(join(tmpdir(), 'sample-call-'))
try {
  const script = parseScript(readFileSync(join(import.meta.dirname, 'sales-call.txt'), 'utf8'))
  const speech = speak(script, folder)
  writeFileSync(`${output}.vtt`, toWebVtt(speech.lines))
  writeFileSync(`${output}.txt`, speech.lines.map(({ text }) => `${text}\n`).join(''))
  writeFileSync(`${output}.json`, `${JSON.stringify(describe(script, speech), null, 2)}\n`)
  writeVideo(speech, drawFrames(script, speech, folder), `${output}.mp4`)
  console.log(
    `${speech.lines.length} turns, ${Math.round(speech.durationMs / 1000)} s, ${(statSync(`${output}.mp4`).size / 1e6).toFixed(2)} MB`,
  )
} finally {
  rmSync(folder, { recursive: true })
}

function describe({ title, speakers }: Script, { durationMs, lines }: Speech): object {
  return {
    title,
    duration_ms: durationMs,
    speakers: speakers.map(({ name, role }) => ({ name, role })),
    turns: lines.map(({ speaker, startMs, endMs, text, slide }) => ({
      speaker: speaker.name,
      start_ms: startMs,
      end_ms: endMs,
      text,
      slide: slide.title,
    })),
  }
}

/** Writes the pictures with their durations as a list for ffmpeg's concat demuxer. @returns the list's path. */
function drawFrames(script: Script, { lines, durationMs }: Speech, into: string): string {
  const pictures = new Map<string, string>()
  const stretches: string[] = []
  let shownMs = 0
  const show = (slide: Script['slides'][number], talking: Script['speakers'][number] | null, untilMs: number): void => {
    const key = `${slide.number} ${talking?.name}`
    const path = pictures.get(key) ?? drawFrame(script, slide, talking, into)
    pictures.set(key, path)
    stretches.push(`file '${path}'\nduration ${(untilMs - shownMs) / 1000}`)
    shownMs = untilMs
  }
  for (const [index, line] of lines.entries()) {
    show(line.slide, null, line.startMs)
    show(line.slide, line.speaker, index === lines.length - 1 ? durationMs : line.endMs)
  }
  const list = join(into, 'frames.txt')
  // The demuxer applies the last duration only when an entry follows it.
  writeFileSync(list, `${[...stretches, stretches.at(-1)?.split('\n')[0]].join('\n')}\n`)
  return list
}

function writeVideo({ pcmPath, inputFormat, durationMs }: Speech, frames: string, path: string): void {
  const video = [
    '-vf',
    `fps=${FRAMES_PER_SECOND},format=yuv420p`,
    '-c:v',
    'libx264',
    '-preset',
    'slow',
    '-tune',
    'stillimage',
    '-crf',
    '24',
  ]
  const keyframes = ['-g', String(FRAMES_PER_SECOND * 10)]
  const audio = ['-c:a', 'aac', '-b:a', '80k', '-ar', '48000']
  const file = [
    '-t',
    String(durationMs / 1000),
    '-map_metadata',
    '-1',
    '-fflags',
    '+bitexact',
    '-movflags',
    '+faststart',
    path,
  ]
  ffmpeg(
    '-f',
    'concat',
    '-safe',
    '0',
    '-i',
    frames,
    ...inputFormat,
    '-i',
    pcmPath,
    '-map',
    '0:v',
    '-map',
    '1:a',
    ...video,
    ...keyframes,
    ...audio,
    ...file,
  )
}
