import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { SAMPLE_RATE } from '../media/wav.ts'
import { findProgram } from '../process/find-program.ts'
import { run } from '../process/run.ts'

/** A voice of flite; `shift` below 1 makes it deeper at the same tempo. */
export interface Voice {
  name: string
  shift?: number
}

/** A line, and the gap in time after the end of the previous line; negative: overlapping it. */
export interface ScriptedLine {
  speaker: string
  text: string
  pauseMs: number
}

/** A scripted line with its exact place in the recording. */
export interface SpokenLine extends ScriptedLine {
  startMs: number
  endMs: number
}

export interface SpokenCall {
  lines: SpokenLine[]
  /** 16 kHz samples of each speaker alone, all of the call's length. */
  tracks: Map<string, Float32Array>
}

const END_MS = 800

/**
 * Synthesizes every line in its speaker's voice. Needs ffmpeg and flite.
 * @param before earlier audio, by speaker and text; new audio is added.
 */
export async function speakCall(
  lines: readonly ScriptedLine[],
  voices: ReadonlyMap<string, Voice>,
  folder: string,
  before = new Map<string, Float32Array>(),
): Promise<SpokenCall> {
  const work = await mkdtemp(join(folder, 'voices-'))
  try {
    const spoken: (SpokenLine & { samples: Float32Array })[] = []
    for (const line of lines) {
      const key = `${line.speaker}: ${line.text}`
      const samples = before.get(key) ?? (await speakLine(line.text, voices.get(line.speaker) ?? { name: 'slt' }, work))
      before.set(key, samples)
      const startMs = Math.max(0, (spoken.at(-1)?.endMs ?? 0) + line.pauseMs)
      spoken.push({ ...line, startMs, endMs: startMs + Math.round((samples.length / SAMPLE_RATE) * 1000), samples })
    }
    const length = samplesIn(Math.max(...spoken.map(({ endMs }) => endMs)) + END_MS)
    const tracks = new Map([...voices.keys()].map((speaker) => [speaker, new Float32Array(length)]))
    for (const { speaker, startMs, samples } of spoken) tracks.get(speaker)?.set(samples, samplesIn(startMs))
    return { lines: spoken.map(({ samples: _, ...line }) => line), tracks }
  } finally {
    await rm(work, { recursive: true })
  }
}

/** Mixes sounds, each with its gain in dB. */
export function mix(...parts: { samples: Float32Array; gainDb: number }[]): Float32Array {
  const sum = new Float32Array(Math.max(...parts.map(({ samples }) => samples.length)))
  for (const { samples, gainDb } of parts) {
    const gain = 10 ** (gainDb / 20)
    samples.forEach((sample, i) => (sum[i] = (sum[i] ?? 0) + gain * sample))
  }
  return sum
}

/** Writes 16 kHz mono PCM with the plain header, as Media.extractAudio does. */
export async function writeWav(path: string, samples: Float32Array): Promise<string> {
  const wav = Buffer.alloc(44 + samples.length * 2)
  wav.write('RIFF')
  wav.writeUInt32LE(wav.length - 8, 4)
  wav.write('WAVEfmt ', 8)
  wav.writeUInt32LE(16, 16)
  wav.writeUInt16LE(1, 20)
  wav.writeUInt16LE(1, 22)
  wav.writeUInt32LE(SAMPLE_RATE, 24)
  wav.writeUInt32LE(SAMPLE_RATE * 2, 28)
  wav.writeUInt16LE(2, 32)
  wav.writeUInt16LE(16, 34)
  wav.write('data', 36)
  wav.writeUInt32LE(samples.length * 2, 40)
  samples.forEach((sample, i) => wav.writeInt16LE(Math.max(-32_768, Math.min(32_767, Math.round(sample))), 44 + 2 * i))
  await writeFile(path, wav)
  return path
}

async function speakLine(text: string, { name, shift = 1 }: Voice, folder: string): Promise<Float32Array> {
  const [flite, ffmpeg] = await Promise.all([findProgram('flite'), findProgram('ffmpeg')])
  if (flite === null || ffmpeg === null) throw new Error('synthetic voices need flite and ffmpeg')
  const options = { signal: new AbortController().signal, timeoutMs: 240_000 }
  const [spoken, plain] = [join(folder, 'spoken.wav'), join(folder, 'plain.pcm')]
  await run(flite, ['-voice', name, '-t', text, '-o', spoken], options)
  const deeper = [
    `aresample=${SAMPLE_RATE}`,
    `asetrate=${Math.round(SAMPLE_RATE * shift)}`,
    `aresample=${SAMPLE_RATE}`,
    `atempo=${1 / shift}`,
  ]
  const trim = 'silenceremove=start_periods=1:start_threshold=-50dB'
  const filters = [...(shift === 1 ? [] : deeper), trim, 'areverse', trim, 'areverse', 'loudnorm=I=-20:TP=-2'].join(',')
  await run(
    ffmpeg,
    ['-v', 'error', '-y', '-i', spoken, '-af', filters, '-ar', `${SAMPLE_RATE}`, '-ac', '1', '-f', 's16le', plain],
    options,
  )
  const bytes = await readFile(plain)
  return Float32Array.from({ length: bytes.length >> 1 }, (_, i) => bytes.readInt16LE(2 * i))
}

function samplesIn(ms: number): number {
  return Math.round((ms * SAMPLE_RATE) / 1000)
}
