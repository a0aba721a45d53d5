import { checkAnswers, type AnswerFolder, type CheckedItem, type Outcome } from './answers.ts'

const OUTCOMES: readonly Outcome[] = ['shown', 'review', 'withheld']

/** What the checks make of stored answers, an answer a line: true items, then planted errors. */
export async function answersTable(which: AnswerFolder): Promise<string[]> {
  const answers = await checkAnswers(which)
  const rows = answers.map(({ answer, waits, items }) => row(answer, items, waits))
  const all = answers.flatMap(({ items }) => items)
  const heading = [
    'answer'.padEnd(36),
    'true: shown, review, withheld'.padEnd(32),
    'errors: the same'.padEnd(24),
    'all waits',
  ]
  return [heading.join(''), ...rows, row('all', all, null), ...kinds(all)]
}

function row(name: string, items: readonly CheckedItem[], waits: boolean | null): string {
  const [right, wrong] = [items.filter(({ error }) => error === null), items.filter(({ error }) => error !== null)]
  return [name.padEnd(36), counts(right).padEnd(32), counts(wrong).padEnd(24), waits === true ? 'yes' : '']
    .join('')
    .trimEnd()
}

function counts(items: readonly CheckedItem[]): string {
  if (items.length === 0) return '–'
  const of = (outcome: Outcome) => items.filter((item) => item.outcome === outcome).length
  return `${OUTCOMES.map(of).join(', ')} of ${items.length}`
}

/** Which checks stopped what: a check that stops more that is true than false does harm. */
function kinds(items: readonly CheckedItem[]): string[] {
  const stopped = Map.groupBy(
    items.filter(({ reason }) => reason !== null),
    ({ reason }) => (reason ?? '').split(':')[0] ?? '',
  )
  return [...stopped].map(([reason, of]) => {
    const right = of.filter(({ error }) => error === null).length
    return `${reason.padEnd(14)} stopped ${of.length - right} errors, ${right} true items`
  })
}
