import { hostileAnalyst, type Kind } from './hostile-analyst.ts'

/** What `hostileAnalyst` found, in lines for people. */
export async function hostileTable(cases: number, which: 'chosen-on' | 'untouched'): Promise<string[]> {
  const { invented, honest, quotes } = await hostileAnalyst(cases, which)
  return [
    ...[...invented, total('all that is false', invented)].map((kind) => lineOf(kind, 'shown')),
    ...[...honest, total('all that is honest', honest)].map((kind) => lineOf(kind, 'withheld')),
    `${quotes.shown} quotes shown to the hostile analyst's order, ${quotes.unsupported} of them unsupported`,
  ]
}

function total(kind: string, kinds: readonly Kind[]): Kind {
  const sum = (what: 'proposed' | 'wrong' | 'marked') => kinds.reduce((all, row) => all + row[what], 0)
  return { kind, proposed: sum('proposed'), wrong: sum('wrong'), marked: sum('marked') }
}

function lineOf({ kind, proposed, wrong, marked }: Kind, what: 'shown' | 'withheld'): string {
  const share = (count: number) => `${((100 * count) / Math.max(1, proposed)).toFixed(1)} %`
  return `${kind.padEnd(30)} ${String(wrong).padStart(5)} of ${String(proposed).padStart(5)} ${what} (${share(wrong)}), ${share(marked)} marked`
}
