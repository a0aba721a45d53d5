import { access, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Word } from '@callfolio/shared/contract/transcript.ts'
import type { TimeRange } from '../media/media.ts'
import { run } from '../process/run.ts'

/** The words recognized in one utterance; may be empty. */
export interface RecognisedUtterance extends TimeRange {
  words: RecognisedWord[]
}

type RecognisedWord = Word & { confidence: number }

interface SphinxBatch {
  program: string
  model: SphinxModel
  /** A 16 kHz mono WAV with the plain 44-byte header, whose name has no space and ends with `.wav`. */
  wavPath: string
  utterances: readonly TimeRange[]
  /** Names the batch's files, which are written next to the WAV. */
  name: string
  signal: AbortSignal
}

/** The recognizer counts in frames of 10 ms. */
const FRAME_MS = 10
/** Ten times what a slow machine needs, plus the time to load the model. */
const TIMEOUT_PER_AUDIO = 20
const START_TIMEOUT_MS = 60_000
const MEMORY_BYTES = 2 * 1024 ** 3
const MAX_FILE_BYTES = 64 * 1024 ** 2
/** A WAV with its header. The second pass takes a fifth more time without improving the words. */
const SETTINGS = '-adcin yes -adchdr 44 -cepext .wav -fwdflat no'.split(' ')

/**
 * Recognizes a batch of utterances in one process.
 * @returns one result for each utterance, in their order; times are the recording's.
 */
export async function recogniseBatch({
  program,
  model,
  wavPath,
  utterances,
  name,
  signal,
}: SphinxBatch): Promise<RecognisedUtterance[]> {
  const folder = dirname(wavPath)
  const file = (extension: string): string => join(folder, `${name}.${extension}`)
  await writeFile(file('ctl'), utterances.map((utterance, index) => controlLine(wavPath, utterance, index)).join(''))
  const audioMs = utterances.reduce((sum, { startMs, endMs }) => sum + endMs - startMs, 0)
  const models = ['-hmm', model.acoustic, '-lm', model.language, '-dict', model.dictionary]
  const files = ['-cepdir', folder, '-ctl', file('ctl'), '-hyp', file('hyp'), '-ctm', file('ctm')]
  await run(program, [...models, ...SETTINGS, ...files], {
    signal,
    timeoutMs: START_TIMEOUT_MS + audioMs * TIMEOUT_PER_AUDIO,
    memoryBytes: MEMORY_BYTES,
    fileBytes: MAX_FILE_BYTES,
  })
  return readResults(await readFile(file('ctm'), 'utf8'), utterances)
}

/** `<file> <first frame> <last frame> <utterance id>` */
function controlLine(wavPath: string, { startMs, endMs }: TimeRange, index: number): string {
  const file = wavPath.slice(dirname(wavPath).length + 1, -'.wav'.length)
  return `${file} ${Math.floor(startMs / FRAME_MS)} ${Math.ceil(endMs / FRAME_MS)} ${index}\n`
}

/**
 * Reads CTM: lines of `<utterance id> <channel> <start s> <length s> <word> <confidence>`, times within the utterance.
 * Leaves out silences and noises, which the recognizer writes in brackets.
 */
export function readResults(ctm: string, utterances: readonly TimeRange[]): RecognisedUtterance[] {
  const results = utterances.map((range): RecognisedUtterance => ({ ...range, words: [] }))
  for (const line of ctm.split('\n')) {
    const [id, , start, length, spoken = '', confidence] = line.trim().split(/\s+/)
    const utterance = results[Number(id)]
    if (utterance === undefined || !/^[a-z]/i.test(spoken)) continue
    const startMs = Math.floor(utterance.startMs / FRAME_MS) * FRAME_MS + Math.round(Number(start) * 1000)
    const endMs = startMs + Math.round(Number(length) * 1000)
    if (!Number.isFinite(endMs)) continue
    // The dictionary numbers alternative pronunciations: "the(2)".
    const text = spoken.replace(/\(\d+\)$/, '')
    utterance.words.push({ text, start_ms: startMs, end_ms: endMs, confidence: clamp(Number(confidence)) })
  }
  return results
}

function clamp(confidence: number): number {
  return Number.isFinite(confidence) ? Math.min(1, Math.max(0, confidence)) : 0
}

/** The three parts of a recognizer's model. */
export interface SphinxModel {
  acoustic: string
  language: string
  dictionary: string
}

/** Where Debian's package pocketsphinx-en-us puts the model. */
export const DEBIAN_MODEL_FOLDER = '/usr/share/pocketsphinx/model/en-us'

/** @returns null when a part of the US English model is missing in the folder. */
export async function findSphinxModel(folder: string): Promise<SphinxModel | null> {
  const model = {
    acoustic: join(folder, 'en-us'),
    language: join(folder, 'en-us.lm.bin'),
    dictionary: join(folder, 'cmudict-en-us.dict'),
  }
  const found = await Promise.all(
    Object.values(model).map((path) =>
      access(path).then(
        () => true,
        () => false,
      ),
    ),
  )
  return found.every(Boolean) ? model : null
}
