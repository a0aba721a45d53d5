import { ANALYSTS } from '@callfolio/shared/engines.ts'
import { STEP } from '@callfolio/shared/steps.ts'
import type { Segment } from '@callfolio/shared/contract/transcript.ts'
import type { Analyst } from '../../analysis/analyst.ts'
import { PermanentFailure } from '../../kernel/errors.ts'
import type { Recording } from '../recording.ts'
import type { PipelineParts, Stage } from '../stage.ts'

/** With fewer words there is no meeting to summarize, and an analyst would have to invent one. */
const FEWEST_WORDS = 5

/** Asks the analyst for a recap. Nothing of it is shown before `verify` has looked at it. */
export const analyse: Stage<'analyse'> = {
  name: 'analyse',
  step: STEP.analysis,
  weight: 20,
  async run({ output, parts, recording, signal, report }) {
    const { segments, info } = output('transcript')
    if (countWords(segments) < FEWEST_WORDS) return { draft: null, analyst: 'none', notice: null }
    const { id, title, description, date, recapLanguage: language } = recording
    const analyst = analystFor(recording, parts)
    const estimate = analyst.estimate?.({ segments })
    if (estimate) parts.log.info({ recording: id, estimate }, 'a model is asked for a recap')
    const input = { segments, title, description, draft: info.draft, language, date }
    const { standIn, ...draft } = await analyst.analyse(input, { signal, onProgress: report })
    if (draft.use) parts.log.info({ recording: id, use: draft.use }, 'a model gave a recap')
    return { draft, analyst: standIn?.analyst ?? analyst.name, notice: standIn?.notice ?? null }
  },
}

function analystFor({ anew }: Recording, { analyst, analysts }: PipelineParts): Analyst {
  if (anew === null) return analyst
  const wanted = analysts.find(({ name }) => name === anew.analyst)
  if (!wanted) throw new PermanentFailure('analyst_missing', `${ANALYSTS[anew.analyst].label} is not set up any more.`)
  return wanted
}

function countWords(segments: readonly Segment[]): number {
  return segments.reduce((sum, segment) => sum + (segment.text.match(/[\p{L}\p{N}]+/gu)?.length ?? 0), 0)
}
