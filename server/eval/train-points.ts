import { readdir, readFile, writeFile } from 'node:fs/promises'
import { readTranscript } from '@callfolio/shared/captions/read-transcript.ts'
import { getLines, type Line } from '../src/analysis/extractive/lines.ts'
import { getPointFeatures } from '../src/analysis/extractive/point-features.ts'
import { plainWords } from '../src/analysis/language/spoken-words.ts'
import { getScore, type Weights } from '../src/analysis/steps/score-steps.ts'
import { mergeCues } from '../src/transcription/merge-cues.ts'
import { answerSchema } from './answers.ts'
import { readSalesCalls, type SalesCall } from './calls.ts'
import { contentWords, shareIn } from './content-words.ts'
import { learn, leavingOut, type Example } from './learn.ts'

const WEIGHTS = new URL('../src/analysis/extractive/point-weights.json', import.meta.url)
const ANSWERS = new URL('answers/chosen-on/', import.meta.url)
/** Weak answers teach nothing, and these calls are untouched by rules. */
const LEFT_OUT = /-weak\b|car-wash-plate-cameras-offer|pest-trap-sensor-demo|radio-playout-missed-breaks/
/** Cost of an error relative to the size of the weights. */
const COST = 0.1
/** Few lines are wanted: each counts as much as so many others. */
const WANTED_COUNTS = 8
const FEWEST_WORDS = 4
/** Minimum share of a line's words that a point contains, and of a noted fact's words that a line contains. */
const [SAID, NOTED] = [0.4, 0.5]
const SHOWN = 5

const KINDS = ['points', 'quotes'] as const
type Kind = (typeof KINDS)[number]
interface Call {
  features: ReadonlyMap<string, number>[]
  wanted: Partial<Record<Kind, boolean[]>>
  /** By a strong model; else from notes, which have no quotes. */
  isAnswered: boolean
}

/**
 * Learns the weights of `pointsAndQuotes` from the points and quotes of a strong model, and the key facts of notes, and
 * writes them. Reports how many of five lines are the model's, on calls left out of the learning, a tenth at a time.
 */
export async function trainPoints(print: (line: string) => void): Promise<void> {
  const files = (await readdir(ANSWERS)).filter((file) => file.endsWith('.json') && !LEFT_OUT.test(file))
  const answers = [...new Set(files.map((file) => file.replace(/(?:-2026-5)?\.json$/, '')))]
  const noted = (await readSalesCalls('chosen-on')).filter(({ id }) => !answers.includes(id))
  const calls = [...(await Promise.all(answers.map(readAnswered))), ...noted.map(readNoted)]
  const learned = Object.fromEntries(
    KINDS.map((kind): [Kind, Weights] => {
      const known = calls.filter(({ wanted }) => wanted[kind] !== undefined)
      const teach = (of: readonly Call[]) =>
        learn(
          of.flatMap((call) => getExamples(call, kind)),
          COST,
        )
      const scores = leavingOut(known, teach, ({ features }, by) => features.map((of) => getScore(of, by)))
      const shown = known.flatMap(({ wanted, isAnswered }, i) =>
        (isAnswered ? (scores[i] ?? []) : [])
          .map((score, at) => ({ score, isWanted: wanted[kind]?.[at] ?? false }))
          .toSorted((a, b) => b.score - a.score)
          .slice(0, SHOWN),
      )
      print(`${kind}: ${shown.filter(({ isWanted }) => isWanted).length} of ${shown.length} shown are the model's`)
      return [kind, teach(known)]
    }),
  )
  await writeFile(WEIGHTS, `${JSON.stringify(learned, null, 2)}\n`)
}

function getExamples({ features, wanted }: Call, kind: Kind): Example[] {
  return features.flatMap((of, at) => {
    const isWanted = wanted[kind]?.[at] ?? false
    return Array.from({ length: isWanted ? WANTED_COUNTS : 1 }, () => ({ features: of, isWanted }))
  })
}

async function readAnswered(answer: string): Promise<Call> {
  const { call, recap } = answerSchema.parse(JSON.parse(await readFile(new URL(`${answer}.json`, ANSWERS), 'utf8')))
  const segments = mergeCues(readTranscript(await readFile(new URL(call, ANSWERS), 'utf8'), null).segments)
  const places = new Map(segments.map(({ id }, place) => [id, place]))
  const lines = getLines(segments)
  const quotes = recap.quotes.map(({ text }) => plainWords(text).join(' '))
  const isPoint = ({ tidied, segmentIds }: Line) =>
    recap.important_points.some(
      ({ text, lines: cited }) =>
        cited.some((line) => segmentIds.some((id) => places.get(id) === Number(line.slice(1)) - 1)) &&
        shareIn(contentWords(tidied), contentWords(text)) >= SAID,
    )
  const isQuote = (said: readonly string[]) =>
    said.length >= FEWEST_WORDS && quotes.some((quote) => quote.includes(said.join(' ')))
  return {
    features: getPointFeatures(lines),
    wanted: { points: lines.map(isPoint), quotes: lines.map(({ text }) => isQuote(plainWords(text))) },
    isAnswered: true,
  }
}

function readNoted({ cues, notes }: SalesCall): Call {
  const lines = getLines(mergeCues(cues))
  const people = contentWords(notes.speakers.join(' '))
  const facts = notes.key_facts.map((fact) => contentWords(fact).difference(people))
  const points = lines.map(({ tidied }) => facts.some((fact) => shareIn(fact, contentWords(tidied)) >= NOTED))
  return { features: getPointFeatures(lines), wanted: { points }, isAnswered: false }
}
