import type { WithheldItem } from '@callfolio/shared/contract/microsite.ts'
import { STEP } from '@callfolio/shared/steps.ts'
import type { Analysis, AnalysisDraft, DraftItem } from '../../analysis/analyst.ts'
import { NO_SPEECH_SUMMARY, TOO_LITTLE_SUMMARY, UNSURE_SUMMARY } from '../notices.ts'
import type { Stage } from '../stage.ts'
import { isTooUnsure, spokenOf } from './analyse.ts'

/** Keeps of the analyst's recap what the transcript bears out. */
export const verify: Stage<'verify'> = {
  name: 'verify',
  step: STEP.building,
  weight: 3,
  async run({ recording, output, parts, signal }) {
    const { draft } = output('analyse')
    const { segments, info } = spokenOf(output('transcript'))
    const { recapLanguage, date } = recording
    if (draft) {
      const input = { draft, segments, writtenIn: recapLanguage ?? info.language, date }
      return withRejected(await parts.tasks.run('verify', input, { signal }), draft)
    }
    if (segments.length === 0) return emptyRecap(info.notice ?? NO_SPEECH_SUMMARY)
    return emptyRecap(isTooUnsure({ segments, info }) ? UNSURE_SUMMARY : TOO_LITTLE_SUMMARY)
  },
}

/** What the analyst itself took back or could not word is withheld too. */
function withRejected(analysis: Analysis, { rejected = [], unworded = [] }: AnalysisDraft): Analysis {
  const withheld = [
    ...rejected.map(({ list, item }) => withheldItem(list, 'second_reading', item)),
    ...unworded.map((item) => withheldItem('todo_list', 'unworded', item)),
  ]
  return withheld.length === 0 ? analysis : { ...analysis, withheld: [...(analysis.withheld ?? []), ...withheld] }
}

function withheldItem(
  list: WithheldItem['list'],
  reason: WithheldItem['reason'],
  { text, segmentIds }: DraftItem,
): WithheldItem {
  return { list, text, reason, detail: null, segment_ids: segmentIds }
}

/** What is shown of a recording that says nothing: one honest sentence. */
function emptyRecap(sentence: string): Analysis {
  return { title: null, summary: [{ text: sentence }], quotes: [], actionPoints: [], importantPoints: [], todoList: [] }
}
