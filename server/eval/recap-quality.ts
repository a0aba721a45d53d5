import type { Analyst } from '../src/analysis/analyst.ts'
import { createExtractiveAnalyst } from '../src/analysis/extractive.ts'
import { readCalls, type CallFolder } from './calls.ts'
import { measure, type Counted, type RecapMeasures } from './recap-measures.ts'
import { recapOf } from './recap-of.ts'

/** Runs an analyst on calls of the repository and compares with the notes that a person took. */
export async function recapQuality(
  show: (line: string) => void,
  folder: CallFolder = 'calls',
  analyst: Analyst = createExtractiveAnalyst(),
): Promise<RecapMeasures[]> {
  const calls = await readCalls(folder)
  const rows: RecapMeasures[] = []
  show(
    `${'call'.padEnd(20)} S     N     facts retold  actions    owners  decisions  quotes  well-formed  redundant  invented    ms`,
  )
  for (const call of calls) {
    const started = performance.now()
    const recap = await recapOf(call.cues, null, analyst)
    const ms = performance.now() - started
    const row = measure(
      call,
      recap,
      calls.filter((other) => other !== call),
    )
    rows.push(row)
    show(lineOf(call.id, row, ms))
  }
  const mean = (of: (row: RecapMeasures) => number) => rows.reduce((sum, row) => sum + of(row), 0) / rows.length
  const all = (of: (row: RecapMeasures) => Counted) =>
    rows.map(of).reduce((a, b) => ({
      expected: a.expected + b.expected,
      found: a.found + b.found,
      shown: a.shown + b.shown,
      right: a.right + b.right,
    }))
  show(
    `all: S ${mean((row) => row.summary).toFixed(1)}, N ${mean((row) => row.notes).toFixed(1)}, facts in the summary ${percent(recall(all((row) => row.facts)))}, retold ${percent(recall(all((row) => row.retold)))}, actions ${scores(all((row) => row.actions))}, decisions found ${percent(recall(all((row) => row.decisions)))}, well-formed ${percent(mean((row) => row.wellFormed))}`,
  )
  return rows
}

function lineOf(id: string, row: RecapMeasures, ms: number): string {
  const { actions, decisions, facts, owners, quotes, retold } = row
  return [
    id.padEnd(20),
    row.summary.toFixed(1).padEnd(5),
    row.notes.toFixed(1).padEnd(5),
    `${facts.found}/${facts.expected}`.padEnd(5),
    `${retold.found}/${retold.expected}`.padEnd(7),
    `${actions.found}/${actions.expected} ${actions.right}/${actions.shown}`.padEnd(11),
    `${owners.found}/${owners.expected}`.padEnd(5),
    `${decisions.found}/${decisions.expected}`.padEnd(8),
    `${quotes.faithful}/${quotes.shown} (${quotes.salient} noted)`,
    percent(row.wellFormed).padStart(6),
    percent(row.redundant).padStart(10),
    String(row.inventedNumbers).padStart(9),
    ms.toFixed(0).padStart(8),
  ].join(' ')
}

function scores(counted: Counted): string {
  const precision = counted.right / Math.max(1, counted.shown)
  const both = precision + recall(counted) === 0 ? 0 : (2 * precision * recall(counted)) / (precision + recall(counted))
  return `P ${percent(precision)} R ${percent(recall(counted))} F1 ${percent(both)}`
}

function recall({ found, expected }: Counted): number {
  return found / Math.max(1, expected)
}

function percent(share: number): string {
  return `${(100 * share).toFixed(0)} %`
}
