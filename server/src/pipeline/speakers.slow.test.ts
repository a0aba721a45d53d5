import { copyFile, mkdir } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Segment } from '@callfolio/shared/contract/transcript.ts'
import { installVoiceModels } from '../sherpa/voice-test-models.testing.ts'
import {
  mix,
  speakCall,
  writeWav,
  type ScriptedLine,
  type SpokenCall,
  type SpokenLine,
} from '../speakers/spoken-call.testing.ts'
import { createClusteringDiariser } from '../speakers/clustering.ts'
import { createSherpaDiariser } from '../sherpa/diariser.ts'
import { createPipeline } from './pipeline.ts'
import type { Recording } from './recording.ts'
import type { PipelineParts } from './stage.ts'
import {
  keepRecording,
  openPipelineFixture,
  scriptedTranscriber,
  type PipelineFixture,
} from './pipeline-fixture.testing.ts'

const VOICES = new Map([
  ['you', { name: 'slt' }],
  ['them', { name: 'rms' }],
])
const ECHO_DB = -20
const REPLIES = [
  'Good afternoon, and thank you for making the time today.',
  'Sure. My team answers around four thousand requests every month.',
  'What made you start looking for a new tool this quarter?',
  'Honestly, the first answer takes eleven hours, and our biggest customer complained.',
  'That is a very clear number.',
  'Yes.',
  'Let me show you the shared queue, where every message arrives in one place.',
  'Does it work with our warehouse system?',
  'It does, through the standard connector, and we set that up with you.',
  'Then send me the price for two hundred people, please.',
  'I will send it by Friday.',
  'Great, and I will show it to our finance team on Monday.',
]
/** Short pauses, none, and lines that begin while the other person still speaks. */
const PAUSES_MS = [350, 120, -500, 600, -350, 0]
const SCRIPT: ScriptedLine[] = [...REPLIES, ...REPLIES.toReversed()].map((text, i) => ({
  text,
  speaker: i % 2 === 0 ? 'you' : 'them',
  pauseMs: PAUSES_MS[i % PAUSES_MS.length] ?? 0,
}))

let fixture: PipelineFixture
let call: SpokenCall
let plainSides: ReturnType<typeof encodeSides>
beforeAll(async () => {
  fixture = await openPipelineFixture()
  call = await speakCall(SCRIPT, VOICES, fixture.fixtures.folder)
  plainSides = encodeSides({})
  await plainSides
})
afterAll(() => fixture.close())

interface SidesOptions {
  youDb?: number
  startMs?: number
}

/** Files of the call and of each side's track as a browser records it. */
async function encodeSides({ youDb = 0, startMs = 0 }: SidesOptions) {
  const [you, them] = ['you', 'them'].map((side) => call.tracks.get(side) ?? new Float32Array())
  if (you === undefined || them === undefined) throw new Error('two people speak')
  const name = `sides-${youDb}-${startMs}`
  const folder = join(fixture.fixtures.folder, name)
  await mkdir(folder)
  const encode = async (file: string, samples: Float32Array) => {
    const wav = await writeWav(join(folder, `${file}.wav`), samples)
    return fixture.fixtures.make(`${name}/${file}.webm`, '-i', wav, '-c:a', 'libopus', '-b:a', '32k')
  }
  const late = (samples: Float32Array) => samples.subarray((startMs * 16_000) / 1000)
  const both = await writeWav(
    join(folder, 'both.wav'),
    mix({ samples: you, gainDb: youDb }, { samples: them, gainDb: 0 }),
  )
  return {
    both: await fixture.fixtures.make(`${name}/call.mp3`, '-i', both),
    you: await encode('microphone', late(mix({ samples: you, gainDb: youDb }, { samples: them, gainDb: ECHO_DB }))),
    them: await encode('tab', late(mix({ samples: them, gainDb: 0 }, { samples: you, gainDb: youDb + ECHO_DB }))),
  }
}

/** The recording with its tracks under a separate name. @param sides encoded files; most tests share them. */
async function record(name: string, sides = plainSides, startMs = 0): Promise<Recording> {
  const { both, you, them } = await sides
  const key = `u/derived/${name}/`
  const copy = async (file: string) => {
    const copied = join(fixture.fixtures.folder, `${name}-${basename(file)}`)
    await copyFile(file, copied)
    return copied
  }
  await fixture.storage.adopt(await copy(you), `${key}tracks/you`)
  await fixture.storage.adopt(await copy(them), `${key}tracks/them`)
  const tracks = (['you', 'them'] as const).map((who) => ({ key: `${key}tracks/${who}`, who, startMs }))
  return fixture.upload(await copy(both), `${key}source.mp3`, { folder: key, tracks, ownName: 'Dana Reed' })
}

async function transcribed(
  recording: Recording,
  segments: Segment[],
  engine = scriptedTranscriber(segments),
  given: Partial<PipelineParts> = {},
) {
  const sink = keepRecording()
  const parts = { ...fixture.parts, transcribers: [engine], ...given }
  await createPipeline(parts).process(recording, sink, { signal: new AbortController().signal })
  return sink.page.transcript
}

const NAMES: Record<string, string> = { you: 'Dana Reed', them: 'Speaker 2' }
const asHeard = ({ text, startMs, endMs }: SpokenLine, i: number): Segment => ({
  id: `h${i}`,
  start_ms: startMs,
  end_ms: endMs,
  speaker: null,
  text,
})
/** A line's words, as long as their letters. */
const getWords = ({ text, startMs, endMs }: SpokenLine) => {
  const perSign = (endMs - startMs) / text.length
  return [...text.matchAll(/\S+/g)].map((word) => ({
    text: word[0],
    start_ms: Math.round(startMs + word.index * perSign),
    end_ms: Math.round(startMs + (word.index + word[0].length) * perSign),
  }))
}

function shareRight(segments: Segment[]): number {
  const right = segments.filter(({ speaker }, i) => speaker === NAMES[call.lines[i]?.speaker ?? ''])
  return right.length / call.lines.length
}

/** Lines without overlapping speech. */
const inTurnLines = () => call.lines.filter((line, i) => line.pauseMs >= 0 && (call.lines[i + 1]?.pauseMs ?? 0) >= 0)

/** Each speaker's words up to the next speaker. */
function turnsIn(lines: readonly { speaker: string | null | undefined; text: string }[]): string[] {
  const turns: { speaker: string | null | undefined; text: string }[] = []
  for (const { speaker, text } of lines) {
    const last = turns.at(-1)
    if (last?.speaker === speaker && last !== undefined) last.text += ` ${text}`
    else turns.push({ speaker, text })
  }
  return turns.map(({ speaker, text }) => `${speaker}: ${text}`)
}

/** The words without overlapping speech, as one line without a speaker. */
function oneLine() {
  const inTurn = inTurnLines()
  const words = inTurn.flatMap(getWords)
  const whole: Segment = {
    id: 'h1',
    start_ms: 0,
    end_ms: words.at(-1)?.end_ms ?? 0,
    speaker: null,
    text: words.map(({ text }) => text).join(' '),
    words,
  }
  const shareRightIn = (segments: Segment[], names: Record<string, string>) => {
    const right = inTurn.flatMap((line) =>
      getWords(line).map(
        (word) =>
          segments.find(({ words: own }) => own?.some(({ start_ms }) => start_ms === word.start_ms))?.speaker ===
          names[line.speaker],
      ),
    )
    return right.filter(Boolean).length / right.length
  }
  return { whole, shareRightIn }
}

describe('with a track of each side', () => {
  test('separates lines under echo and overlaps, and uses the owner’s name', async () => {
    const made = await transcribed(await record('plain'), call.lines.map(asHeard))
    expect(shareRight(made?.segments ?? [])).toBeGreaterThanOrEqual(0.95)
    expect(made?.info.speakers).toEqual({ from: 'tracks', found: 2, asked: null })
  })

  test('ignores a quieter microphone and tracks that begin late', async () => {
    const made = await transcribed(
      await record('quiet', encodeSides({ youDb: -15, startMs: 900 }), 900),
      call.lines.map(asHeard),
    )
    expect(shareRight(made?.segments ?? [])).toBeGreaterThanOrEqual(0.95)
  })

  test('cuts a line over many turns where the speaker changes', async () => {
    const { whole, shareRightIn } = oneLine()
    const made = await transcribed(await record('one-line'), [whole])
    expect(made?.segments.map(({ text }) => text).join(' ')).toBe(whole.text)
    expect(shareRightIn(made?.segments ?? [], NAMES)).toBeGreaterThanOrEqual(0.95)
  })

  test('keeps the first word of each turn when the engine ends its lines one word late', async () => {
    const inTurn = inTurnLines()
    const lines = inTurn.map((line, i) => {
      const next = inTurn[i + 1]
      const words = [...getWords(line).slice(i === 0 ? 0 : 1), ...(next ? getWords(next).slice(0, 1) : [])]
      return {
        id: `h${i}`,
        start_ms: words[0]?.start_ms ?? line.startMs,
        end_ms: words.at(-1)?.end_ms ?? line.endMs,
        speaker: null,
        text: words.map(({ text }) => text).join(' '),
        words,
      }
    })
    const made = await transcribed(
      await record('one-word-late'),
      lines.filter(({ words }) => words.length > 0),
    )
    expect(turnsIn(made?.segments ?? [])).toEqual(
      turnsIn(inTurn.map(({ speaker, text }) => ({ speaker: NAMES[speaker], text }))),
    )
  })

  test('keeps the lines’ speakers when the tracks are unreadable or one side is missing', async () => {
    const broken = await record('broken')
    await fixture.storage.write(`${broken.folder}tracks/you`, 'no sound at all')
    const lines = call.lines.slice(0, 2).map(asHeard)
    // Lines are numbered again.
    const kept = lines.map((line, i) => ({ ...line, id: `s${i + 1}`, speaker: null }))
    expect((await transcribed(broken, lines))?.segments).toEqual(kept)
    const oneSided = await record('one-sided')
    expect((await transcribed({ ...oneSided, tracks: oneSided.tracks.slice(0, 1) }, lines))?.segments).toEqual(kept)
  })

  test('keeps names from the transcript', async () => {
    const named = call.lines.slice(0, 2).map((line, i) => ({ ...asHeard(line, i), speaker: i === 0 ? 'Lee' : null }))
    const made = await transcribed(await record('named'), named)
    expect(made?.segments).toEqual(named.map((line, i) => ({ ...line, id: `s${i + 1}` })))
    expect(made?.info.speakers).toBeUndefined()
  })
})

describe('with two tracks in the recording itself', () => {
  /** In OBS order: desktop first, then the microphone, which picks up nothing of the desktop. */
  async function recordInOneFile(name: string) {
    const { you, them } = await plainSides
    const inputs = ['-i', them, '-i', you, '-map', '0', '-map', '1']
    const file = await fixture.fixtures.make(`${name}.mka`, ...inputs, '-c', 'copy')
    return fixture.upload(file, `u/${name}/source.mka`, { folder: `u/derived/${name}/`, ownName: 'Dana Reed' })
  }
  const numbered = (segments: Segment[]) => {
    const right = segments.filter(
      ({ speaker }, i) => speaker === (call.lines[i]?.speaker === 'you' ? 'Speaker 1' : 'Speaker 2'),
    )
    return right.length / call.lines.length
  }

  test('tells the sides apart, and again when the mix has replaced the original', async () => {
    const recorded = await recordInOneFile('obs')
    const first = await transcribed(recorded, call.lines.map(asHeard))
    expect(first?.info.speakers).toEqual({ from: 'tracks', found: 2, asked: null })
    expect(numbered(first?.segments ?? [])).toBeGreaterThanOrEqual(0.95)
    expect(await fixture.storage.stat(recorded.sourceKey ?? '')).toBeNull()
    const kept = { ...recorded, keptKey: `${recorded.folder}video.mp4` }
    const again = { ...kept, wanted: { id: 'again', source: 'sphinx' as const } }
    const second = await transcribed(again, call.lines.map(asHeard))
    expect(second?.info.speakers).toEqual({ from: 'tracks', found: 2, asked: null })
    expect(second?.segments).toEqual(first?.segments)
  })
})

describe('without tracks', () => {
  test('separates voices, and again with the number that the owner gives, without transcribing again', async () => {
    const mixed = { ...(await record('mixed')), tracks: [] }
    const segments = call.lines.map(asHeard)
    const engine = scriptedTranscriber(segments)
    const first = await transcribed(mixed, segments, engine)
    expect(first?.info.speakers).toEqual({ from: 'voices', found: 2, asked: null })
    const named = (first?.segments ?? []).flatMap(({ speaker }, i) =>
      speaker === null ? [] : [[speaker, call.lines[i]?.speaker]],
    )
    expect(
      named.filter(([voice, side]) => (voice === 'Speaker 1') === (side === 'you')).length / named.length,
    ).toBeGreaterThanOrEqual(0.95)
    expect(named.length, 'an overlapped word may have no speaker').toBeGreaterThanOrEqual(call.lines.length * 0.85)

    const kept = { ...mixed, keptKey: `${mixed.folder}video.mp4` }
    const again = { ...kept, wanted: { id: 'r1', source: 'speakers' as const, of: null, count: 1 } }
    const one = await transcribed(again, segments, engine)
    expect(one?.segments.map(({ speaker, text }) => [speaker, text])).toEqual(
      segments.map(({ text }) => ['Speaker 1', text]),
    )
    expect(one?.info).toMatchObject({ source: 'sphinx', speakers: { from: 'voices', found: 1, asked: 1 } })
    const back = await transcribed(
      { ...kept, language: 'nl', wanted: { id: 'r2', source: 'speakers', of: 'r1', count: 2 } },
      segments,
      engine,
    )
    expect(back?.segments).toEqual(first?.segments)
    expect(back?.info.language, 'as the owner has corrected it since').toBe('nl')
    expect(engine.asked).toBe(1)
    const gone = { ...kept, wanted: { id: 'r3', source: 'speakers' as const, of: 'no such request', count: 2 } }
    await expect(transcribed(gone, segments, engine)).rejects.toThrow(
      'The original transcription is no longer stored. Transcribe the recording again.',
    )
  })

  test('cuts a line where test models find a change of speakers, or by clustering without them', async () => {
    const modelsFolder = join(fixture.fixtures.folder, 'models')
    const { whole, shareRightIn } = oneLine()
    const withoutTracks = async (name: string) => ({ ...(await record(name)), tracks: [] })
    const names = { you: 'Speaker 1', them: 'Speaker 2' }
    const named = await transcribed(await withoutTracks('by-models'), [whole], undefined, {
      diarisers: [createSherpaDiariser({ modelsFolder, models: await installVoiceModels(modelsFolder) })],
    })
    expect(named?.info.speakers).toEqual({ from: 'voices', found: 2, asked: null })
    expect(shareRightIn(named?.segments ?? [], names)).toBeGreaterThanOrEqual(0.9)

    const broken = await installVoiceModels(modelsFolder, { segmentation: Buffer.from('no model') })
    const diarisers = [createSherpaDiariser({ modelsFolder, models: broken }), createClusteringDiariser()]
    const clustered = await transcribed(await withoutTracks('by-clustering'), [whole], undefined, { diarisers })
    expect(clustered?.info.speakers).toEqual({ from: 'voices', found: 2, asked: null })
    expect(shareRightIn(clustered?.segments ?? [], names)).toBeGreaterThanOrEqual(0.9)
  })
})
