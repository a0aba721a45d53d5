import { mkdtemp } from 'node:fs/promises'
import { join } from 'node:path'
import type { DiariseInput } from './diariser.ts'
import { mix, speakCall, writeWav, type SpokenLine } from './spoken-call.testing.ts'

const TEXTS = [
  'Good afternoon, and thank you for making the time today.',
  'My team answers around four thousand customer requests every month.',
  'What made you start looking for a new tool this quarter?',
  'Honestly, the first answer takes about eleven hours, and our biggest customer complained.',
  'That is a very clear number, and we hear it a lot.',
  'Does that work with the mailboxes that we have?',
  'It does, through the standard connector, and we set that up with you.',
  'Then send me the price for two hundred people, please.',
]
const VOICES = new Map([
  ['Ann', { name: 'slt' }],
  ['Ben', { name: 'rms' }],
])
const PER_MS = 16

/** A recorded call in which two people take turns, Ann first. */
export interface TwoVoices {
  lines: SpokenLine[]
  /** The input of a diarizer for the call, or for its first lines. */
  input(given?: { count?: number | null; lines?: number }): Promise<DiariseInput>
}

/** Synthesizes the call; its files are in the folder. */
export async function recordTwoVoices(folder: string): Promise<TwoVoices> {
  const script = TEXTS.map((text, i) => ({ text, speaker: i % 2 === 0 ? 'Ann' : 'Ben', pauseMs: 400 }))
  const { lines, tracks } = await speakCall(script, VOICES, folder)
  return {
    lines,
    async input({ count = null, lines: kept = lines.length } = {}) {
      const workFolder = await mkdtemp(join(folder, 'work-'))
      const heard = lines.slice(0, kept)
      const durationMs = heard.at(-1)?.endMs ?? 0
      const sound = mix(
        ...[...tracks.values()].map((samples) => ({ samples: samples.subarray(0, durationMs * PER_MS), gainDb: 0 })),
      )
      const segments = heard.map(({ text, startMs, endMs }, i) => ({
        id: `s${i + 1}`,
        start_ms: startMs,
        end_ms: endMs,
        speaker: null,
        text,
      }))
      return { wavPath: await writeWav(join(workFolder, 'call.wav'), sound), durationMs, segments, count, workFolder }
    },
  }
}
