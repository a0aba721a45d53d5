import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'

/** Alternatives, of which a text must have one; they are prefixes of words, in lower case. */
const oneOf = z.array(z.string())
const expectationSchema = z.object({
  /** The date of the call, YYYY-MM-DD. */
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
  /** Next steps that a recap may tell but doesn't have to; `owner` null: anyone's. */
  also: z.array(z.object({ owner: z.string().nullable(), says: z.array(oneOf) })),
  /** Something that was said but isn't true; with a word of `unless`, or a negation, it isn't stated as fact. */
  traps: z.array(z.object({ kind: z.string(), says: z.array(oneOf), unless: oneOf })),
})

/** What a recap of a trial call must, may and must not tell. */
export type Expectation = z.infer<typeof expectationSchema>

export interface TrialCall {
  name: string
  /** WebVTT. */
  captions: string
  expected: Expectation
}

const NAMES = ['yard', 'dental']

const getFile = (name: string) => fileURLToPath(new URL(`../../sample/trial-calls/${name}`, import.meta.url))

/** @returns the two sales calls used in trials. */
export function readTrialCalls(): Promise<TrialCall[]> {
  return Promise.all(
    NAMES.map(async (name) => ({
      name,
      captions: await readFile(getFile(`${name}.vtt`), 'utf8'),
      expected: expectationSchema.parse(JSON.parse(await readFile(getFile(`${name}.json`), 'utf8'))),
    })),
  )
}
