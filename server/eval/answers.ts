import { readdir, readFile } from 'node:fs/promises'
import { z } from 'zod'
import { readTranscript } from '@callfolio/shared/captions/read-transcript.ts'
import type { EvidenceItem, WithheldItem } from '@callfolio/shared/contract/microsite.ts'
import { overturnedSegments } from '../src/analysis/extractive/extractive.ts'
import { getLines } from '../src/analysis/models/openai-lines.ts'
import { PROMPT_VERSION } from '../src/analysis/models/openai-prompts.ts'
import { getDraft, recapSchema, tidyRecap } from '../src/analysis/models/openai-recap.ts'
import { plainWords } from '../src/analysis/language/spoken-words.ts'
import { CLAIM_FIELDS, verifyDraft } from '../src/analysis/verification/verify.ts'
import { mergeCues } from '../src/transcription/merge-cues.ts'

/** Rules may be tuned on the answers of the first folder only. */
export const ANSWER_FOLDERS = ['chosen-on', 'untouched'] as const
export type AnswerFolder = (typeof ANSWER_FOLDERS)[number]

export const answerSchema = z.strictObject({
  /** The call's captions, a file beside it. */
  call: z.string(),
  date: z.iso.date().nullable(),
  // Older answers lack what the schema has now.
  recap: z.preprocess(tidyRecap, recapSchema),
  /** The error in each entry, "OK" if none; default: every entry is true. */
  planted: z.record(z.string(), z.string()).optional(),
})

/** The checks' result for one proposed item, independent of the others. */
export type Outcome = 'shown' | 'review' | 'withheld'

export interface CheckedAnswer {
  answer: string
  /** So many items failed that the whole recap is held for its owner. */
  waits: boolean
  items: CheckedItem[]
}

export interface CheckedItem {
  list: string
  text: string
  /** The error in it; null: it is true. */
  error: string | null
  outcome: Outcome
  /** Why it isn't shown. */
  reason: string | null
}

/** Checks stored answers of language models as the product does. */
export async function checkAnswers(which: AnswerFolder): Promise<CheckedAnswer[]> {
  const folder = new URL(`answers/${which}/`, import.meta.url)
  const files = (await readdir(folder)).filter((name) => name.endsWith('.json')).toSorted()
  return Promise.all(files.map((name) => checkAnswer(name.slice(0, -'.json'.length), folder)))
}

async function checkAnswer(answer: string, folder: URL): Promise<CheckedAnswer> {
  const read = (name: string) => readFile(new URL(name, folder), 'utf8')
  const { call, date, recap, planted } = answerSchema.parse(JSON.parse(await read(`${answer}.json`)))
  const segments = mergeCues(readTranscript(await read(call), null).segments)
  const use = { model: answer, prompts: PROMPT_VERSION, requests: 1, input_tokens: 0, output_tokens: 0 }
  const draft = { ...getDraft(recap, getLines(segments)), use }
  const made = verifyDraft(draft, segments, { date, withdrawn: overturnedSegments(segments) })
  const proposed = Object.entries(CLAIM_FIELDS).flatMap(([list, field]) =>
    draft[field].map(({ text }) => [list, text] as const),
  )
  const withheld = made.withheld ?? []
  const waiting = [...made.summary, ...made.actionPoints, ...made.importantPoints, ...made.todoList, ...made.quotes]
  const items = proposed.map(([list, text]) => {
    const error = planted?.[text] ?? 'OK'
    const outcome = list === 'quotes' ? quoteOutcome(text, error, made.quotes) : null
    return {
      list,
      text,
      error: error === 'OK' ? null : error,
      ...(outcome ?? getOutcome(text, list, withheld, waiting)),
    }
  })
  return { answer, waits: made.warning !== undefined, items }
}

function getOutcome(
  text: string,
  list: string,
  withheld: readonly WithheldItem[],
  items: readonly EvidenceItem[],
): Pick<CheckedItem, 'outcome' | 'reason'> {
  const hidden = withheld.find((item) => item.list === list && item.text === text.slice(0, item.text.length))
  if (hidden !== undefined) return { outcome: 'withheld', reason: getReason(hidden) }
  const words = plainWords(text).join(' ')
  const waits = items.find((item) => item.unconfirmed && plainWords(item.text).join(' ').startsWith(words))
  return waits?.doubt ? { outcome: 'review', reason: getReason(waits.doubt) } : { outcome: 'shown', reason: null }
}

/** Quotes are shown as whole sentences: one that was cut against its meaning isn't shown as it was cut. */
function quoteOutcome(
  text: string,
  error: string,
  quotes: readonly EvidenceItem[],
): Pick<CheckedItem, 'outcome' | 'reason'> | null {
  const words = plainWords(text).join(' ')
  const shown = quotes.find((quote) => plainWords(quote.text).join(' ').includes(words))
  if (shown?.doubt) return { outcome: 'review', reason: getReason(shown.doubt) }
  const isWhole = shown !== undefined && plainWords(shown.text).length > plainWords(text).length
  return isWhole && error.includes('cut against')
    ? { outcome: 'withheld', reason: 'cut: shown as a whole sentence' }
    : null
}

function getReason({ reason, detail }: Pick<WithheldItem, 'reason' | 'detail'>): string {
  return detail === null ? reason : `${reason}: ${detail}`
}
