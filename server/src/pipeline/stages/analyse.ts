import { ANALYSTS } from '@callfolio/shared/engines.ts'
import { STEP } from '@callfolio/shared/progress/steps.ts'
import type { Segment } from '@callfolio/shared/contract/transcript.ts'
import { z } from 'zod'
import type { Analyst, Checkpoint } from '../../analysis/analyst.ts'
import { PermanentFailure } from '../../kernel/errors.ts'
import { meanConfidence } from '../../transcription/confidence.ts'
import type { Transcript } from '../../transcription/transcriber.ts'
import { readJson } from '../../storage/read-stored.ts'
import { outputKey } from '../outputs.ts'
import type { Recording } from '../recording.ts'
import type { PipelineParts, Stage } from '../stage.ts'

/** With fewer words there is no meeting to summarize, and an analyst would have to invent one. */
const FEWEST_WORDS = 5

/**
 * Below this engine confidence a draft is too poor for a recap: about every second word is wrong, and a sentence of
 * eight words is hardly ever right.
 */
const LEAST_SURE = 0.5

/** Asks the analyst for a recap. It is not shown before `verify` has checked it. */
export const analyse: Stage<'analyse'> = {
  name: 'analyse',
  step: STEP.analysis,
  weight: 20,
  async run({ output, parts, recording, signal, report }) {
    const { segments, info } = getSpoken(output('transcript'))
    if (countWords(segments) < FEWEST_WORDS || isTooUnsure({ segments, info }))
      return { draft: null, analyst: 'none', notice: null }
    const { id, title, description, participants, date } = recording
    // The owner's choice of spoken language; otherwise the analyst detects it from the text.
    const language = recording.recapLanguage ?? recording.language
    const analyst = analystFor(recording, parts)
    const estimate = analyst.estimate?.({ segments })
    if (estimate) parts.log.info({ recording: id, estimate }, 'requesting a recap from a model')
    const input = { segments, title, description, participants, draft: info.draft, language, date }
    // The configured analyst may change before this one ends.
    const { name } = analyst
    const { fallback, ...draft } = await analyst.analyse(input, {
      signal,
      onProgress: report,
      checkpoint: checkpointAt(outputKey(recording, 'analyse').replace(/json$/, 'answers.json'), parts.storage),
    })
    if (draft.use) parts.log.info({ recording: id, use: draft.use }, 'received a recap from a model')
    return { draft, analyst: fallback?.analyst ?? name, notice: fallback?.notice ?? null }
  },
}

/** Stores answers next to the stage's output; a failed write only costs repeated questions. */
function checkpointAt(key: string, storage: PipelineParts['storage']): Checkpoint {
  let [latest, writing]: [Readonly<Record<string, unknown>> | null, Promise<void>] = [null, Promise.resolve()]
  const writeLatest = async () => {
    if (latest === null) return
    const answers = latest
    latest = null
    await storage.write(key, JSON.stringify(answers)).catch(() => {})
  }
  return {
    async read() {
      const parsed = z.record(z.string(), z.unknown()).safeParse(await readJson(storage, key))
      return parsed.success ? parsed.data : null
    },
    write(answers) {
      latest = answers
      writing = writing.then(writeLatest)
    },
  }
}

/** A transcript without redaction markers, which no speaker said. */
export function getSpoken({ segments, info }: Transcript): Transcript {
  return { segments: segments.filter(({ redacted }) => !redacted), info }
}

/** Whether a draft's words are too uncertain for a recap. */
export function isTooUnsure({ segments, info }: Pick<Transcript, 'segments' | 'info'>): boolean {
  if (!info.draft) return false
  const confidence = meanConfidence(segments.flatMap(({ words = [] }) => words))
  return confidence !== null && confidence < LEAST_SURE
}

function analystFor(recording: Recording, { analyst, analysts, sampleAnalyst }: PipelineParts): Analyst {
  const { rerun } = recording
  if (rerun === null) return isSampleAsItCame(recording) ? (sampleAnalyst ?? analyst) : analyst
  const wanted = analysts.find(({ name }) => name === rerun.analyst)
  if (!wanted) throw new PermanentFailure('analyst_missing', `${ANALYSTS[rerun.analyst].label} is no longer set up.`)
  return wanted
}

/** The stored recap of another transcript would cite missing lines. */
function isSampleAsItCame({ isSample = false, wanted, redacted }: Recording): boolean {
  return isSample && wanted === null && redacted.length === 0
}

function countWords(segments: readonly Segment[]): number {
  return segments.reduce((sum, segment) => sum + (segment.text.match(/[\p{L}\p{N}]+/gu)?.length ?? 0), 0)
}
