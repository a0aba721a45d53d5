import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Segment } from '@callfolio/shared/contract/transcript.ts'
import { createFfmpegMedia } from '../src/media/ffmpeg-media.ts'
import { wavDurationMs } from '../src/media/wav.ts'
import { findProgram } from '../src/process/find-program.ts'
import { readLoudness } from '../src/speakers/loudness.ts'
import { nameLines } from '../src/speakers/name-lines.ts'
import type { SpeakerTurn } from '../src/speakers/diariser.ts'
import { mix, speakCall, writeWav, type SpokenCall, type Voice } from '../src/speakers/spoken-call.testing.ts'
import { trackTurns } from '../src/speakers/track-turns.ts'
import { voiceTurns } from '../src/speakers/voice-turns.ts'
import { createSphinxTranscriber } from '../src/transcription/sphinx.ts'
import { readCalls, type ReferenceCall } from './calls.ts'

/** Diarisation results of one clip. */
export interface DiarisationAccuracy {
  clip: string
  people: number
  /** Two tracks, one for the first speaker and one for all others, each leaking into the other at -20 dB. */
  tracks: Diarised
  /** By voice, with the number of speakers given. */
  given: Diarised
  /** By voice only. */
  estimated: Diarised
}

interface Diarised {
  found: number
  /** Share of the transcript's time that has a speaker. */
  named: number
  /** Share of that time with the right speaker, each name counting as the speaker it covers longest. */
  purity: number
}

const VOICES: Voice[] = [
  { name: 'slt' },
  { name: 'rms' },
  { name: 'awb' },
  { name: 'kal16' },
  { name: 'slt', shift: 0.88 },
]
const LINES = 24
const PAUSES_MS = [300, 600, 150, 0]
const ECHO_DB = -20
const signal = new AbortController().signal

/** Synthesizes the beginning of every call, transcribes it with the built-in engine, and diarises the speakers. */
export async function measureDiarisation(): Promise<DiarisationAccuracy[]> {
  const [ffmpeg, ffprobe, program] = await Promise.all(
    ['ffmpeg', 'ffprobe', 'pocketsphinx_batch'].map((name) => findProgram(name)),
  )
  if (!ffmpeg || !ffprobe || !program) throw new Error('This needs ffmpeg, flite and pocketsphinx.')
  const sphinx = createSphinxTranscriber({ program, media: createFfmpegMedia({ ffmpeg, ffprobe }) })
  const folder = await mkdtemp(join(tmpdir(), 'callfolio-eval-'))
  try {
    const results: DiarisationAccuracy[] = []
    for (const call of await readCalls()) {
      const spoken = await speak(call, folder)
      const [you, ...them] = [...spoken.tracks.values()].map((samples) => ({ samples, gainDb: 0 }))
      if (you === undefined) continue
      const wavPath = await writeWav(join(folder, 'mix.wav'), mix(you, ...them))
      const memory = { recall: async () => null, remember: async () => {} }
      const input = {
        wavPath,
        durationMs: await wavDurationMs(wavPath),
        language: 'en',
        workFolder: folder,
        hints: null,
        memory,
      }
      const { segments } = await sphinx.transcribe(input, { signal, onProgress: () => {} })
      const people = spoken.tracks.size
      const side = async (speaker: string, ...parts: Parameters<typeof mix>) => ({
        speaker,
        startMs: 0,
        levels: await readLoudness(await writeWav(join(folder, 'side.wav'), mix(...parts)), signal),
      })
      const echo = (parts: Parameters<typeof mix>) => parts.map((part) => ({ ...part, gainDb: ECHO_DB }))
      const sides = trackTurns(await side('you', you, ...echo(them)), await side('them', ...them, ...echo([you])))
      results.push({
        clip: call.id,
        people,
        tracks: rate(
          segments,
          sides,
          spoken,
          ([first]) =>
            (speaker) =>
              speaker === first ? 'you' : 'them',
        ),
        given: rate(segments, await voiceTurns({ wavPath, segments, count: people }, signal), spoken),
        estimated: rate(segments, await voiceTurns({ wavPath, segments, count: null }, signal), spoken),
      })
    }
    return results
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

function speak({ cues }: ReferenceCall, folder: string): Promise<SpokenCall> {
  const lines = cues
    .slice(0, LINES)
    .map(({ speaker, text }, i) => ({ speaker: speaker ?? '', text, pauseMs: PAUSES_MS[i % PAUSES_MS.length] ?? 0 }))
  const speakers = [...new Set(lines.map(({ speaker }) => speaker))]
  return speakCall(
    lines,
    new Map(speakers.map((speaker, i) => [speaker, VOICES[i % VOICES.length] ?? { name: 'slt' }])),
    folder,
  )
}

/** @param getSide the side of each speaker of the script; default: the speakers themselves. */
function rate(
  segments: readonly Segment[],
  turns: readonly SpeakerTurn[],
  { lines, tracks }: SpokenCall,
  getSide: (speakers: string[]) => (speaker: string) => string = () => (speaker) => speaker,
): Diarised {
  const asSide = getSide([...tracks.keys()])
  const shared = new Map<string, Map<string, number>>()
  let [all, named] = [0, 0]
  for (const { speaker, words = [] } of nameLines(segments, turns)) {
    for (const word of words) {
      for (const line of lines) {
        const ms = Math.min(word.end_ms, line.endMs) - Math.max(word.start_ms, line.startMs)
        if (ms <= 0) continue
        all += ms
        if (speaker === null) continue
        named += ms
        const row = shared.get(speaker) ?? new Map<string, number>()
        shared.set(speaker, row.set(asSide(line.speaker), (row.get(asSide(line.speaker)) ?? 0) + ms))
      }
    }
  }
  const pure = [...shared.values()].reduce((sum, row) => sum + Math.max(...row.values()), 0)
  return { found: shared.size, named: named / all, purity: named === 0 ? 0 : pure / named }
}
