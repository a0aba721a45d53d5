import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'

/** Alternatives, of which a text must have one; they are beginnings of words, in lower case. */
const oneOf = z.array(z.string())
const expectationSchema = z.object({
  /** YYYY-MM-DD, a day on which the call was. */
  date: z.iso.date(),
  steps: z.array(
    z.object({
      task: z.string(),
      /** Null: both sides do it. */
      owner: z.string().nullable(),
      says: z.array(oneOf),
      /** Alternatives; null: no day was said. */
      day: oneOf.nullable(),
    }),
  ),
  /** Next steps that a recap may tell and need not; `owner` null: anybody's. */
  also: z.array(z.object({ owner: z.string().nullable(), says: z.array(oneOf) })),
  /** What was said and isn't so; with a word of `unless`, or a negation, it isn't told as fact. */
  traps: z.array(z.object({ kind: z.string(), says: z.array(oneOf), unless: oneOf })),
})

/** What a recap of a trial call has to tell, may tell and must not tell. */
export type Expectation = z.infer<typeof expectationSchema>

export interface TrialCall {
  name: string
  /** WebVTT. */
  captions: string
  expected: Expectation
}

const NAMES = ['yard', 'dental']

const fileOf = (name: string) => fileURLToPath(new URL(`../../sample/trial-calls/${name}`, import.meta.url))

/** @returns the two sales calls that models are tried with. */
export function readTrialCalls(): Promise<TrialCall[]> {
  return Promise.all(
    NAMES.map(async (name) => ({
      name,
      captions: await readFile(fileOf(`${name}.vtt`), 'utf8'),
      expected: expectationSchema.parse(JSON.parse(await readFile(fileOf(`${name}.json`), 'utf8'))),
    })),
  )
}
