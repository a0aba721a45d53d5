import type { Analysis, Analyst } from '../src/analysis/analyst.ts'
import { readSalesCalls, type SalesFolder } from './calls.ts'
import { faithfulQuotes, inventedNumbers } from './faithful.ts'
import { foundSteps, type FoundSteps } from './found-steps.ts'
import type { Judgement } from './judged.ts'
import { getJudgement, formatUsable } from './judged-files.ts'
import { getConfirmed, getItems, type PageItem } from './page-items.ts'
import { getRecap } from './get-recap.ts'
import { strictMeasures, getSum, sumOfParts, type Part, type StrictMeasures } from './strict.ts'

const HEADINGS = [
  'call',
  'strict recall',
  'with day',
  'precision',
  'traps told',
  'key facts',
  'verbatim',
  'invented',
  'steps at once',
  'traps at once',
  'true steps withheld',
  'found',
  'lines that are steps',
  'usable, by hand',
  'the same of what is shared at once',
]
const WIDTHS = [34, 15, 14, 15, 12, 14, 10, 10, 15, 15, 21, 16, 22, 42]

/** Measures the pages of a folder's sales calls strictly, and reports only figures, not the items of a page. */
export async function salesQuality(
  show: (line: string) => void,
  folder: SalesFolder,
  analyst?: Analyst,
): Promise<void> {
  show(inColumns(HEADINGS))
  const rows: StrictMeasures[] = []
  const atOnce: StrictMeasures[] = []
  const kept: number[] = []
  const steps: FoundSteps[] = []
  const judged: { page: Judgement | null; atOnce: Judgement | null }[] = []
  for (const call of await readSalesCalls(folder)) {
    const { recap, segments, draft } = await getRecap(call.cues, call.notes.date, analyst)
    const items = getItems(recap)
    const row = strictMeasures(items, call)
    rows.push(row)
    const shared = strictMeasures(getItems(getConfirmed(recap)), call)
    atOnce.push(shared)
    const withheld = strictMeasures(withheldSteps(recap), call).right.are
    kept.push(withheld)
    const usable = {
      page: await getJudgement(call.id, items),
      atOnce: await getJudgement(call.id, getItems(getConfirmed(recap))),
    }
    judged.push(usable)
    const step = foundSteps(draft, recap.possibleSteps ?? [], segments, call)
    steps.push(step)
    const claims = items.filter(({ kind }) => kind !== 'Quote').map(({ text }) => text)
    const verbatim = `${faithfulQuotes(recap.quotes, call.cues).length}/${recap.quotes.length}`
    show(
      inColumns([
        call.id,
        ...cells(row),
        verbatim,
        String(inventedNumbers(claims, segments).length),
        formatPart(shared.right),
        formatTraps(shared),
        String(withheld),
        formatPart(step.found),
        formatPart(step.possible),
        formatUsable(usable.page),
        formatUsable(usable.atOnce),
      ]),
    )
  }
  show(
    inColumns([
      'all',
      ...cells(getSum(rows)),
      '',
      '',
      formatPart(getSum(atOnce).right),
      formatTraps(getSum(atOnce)),
      String(kept.reduce((sum, count) => sum + count, 0)),
      formatPart(sumOfParts(steps.map(({ found }) => found))),
      formatPart(sumOfParts(steps.map(({ possible }) => possible))),
      formatUsable(...judged.map(({ page }) => page)),
      formatUsable(...judged.map(({ atOnce }) => atOnce)),
    ]),
  )
}

/** Next steps that verification kept off the page. */
function withheldSteps({ withheld = [] }: Analysis): PageItem[] {
  return withheld
    .filter(({ list }) => list === 'action_points' || list === 'todo_list')
    .map(({ text }) => ({ kind: 'To-do', text }))
}

function cells({ actions, days, right, facts, ...others }: StrictMeasures): string[] {
  return [formatPart(actions), formatPart(days), formatPart(right), formatTraps(others), formatPart(facts)]
}

function formatTraps({ traps }: Pick<StrictMeasures, 'traps'>): string {
  return `${traps.are} of ${traps.of}`
}

function formatPart({ are, of }: Part): string {
  return of === 0 ? '–' : `${are}/${of} = ${((100 * are) / of).toFixed(0)} %`
}

function inColumns(texts: readonly string[]): string {
  return texts
    .map((text, i) => text.padEnd(WIDTHS[i] ?? 0))
    .join('')
    .trimEnd()
}
