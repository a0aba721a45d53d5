import { checkAnswers, type AnswerFolder, type CheckedItem, type Outcome } from './answers.ts'

const OUTCOMES: readonly Outcome[] = ['shown', 'review', 'withheld']

/** The checks' results for stored answers, one line per answer: true items, then planted errors. */
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
  return [heading.join(''), ...rows, row('all', all, null), ...kinds(all), ...errorKinds(all)]
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

/** The first match names an error's kind. */
const ERROR_KINDS: Record<string, RegExp> = {
  'private remark': /private|password|joke|confidence/i,
  'quote': /^quote/i,
  'owner': /owner|handed over|role|asker|speaker/i,
  'day or number': /day|date|number|magnitude|period|unit|price|stale|week|month/i,
  'not agreed': /offer|refused|idea|condition|taken back|negation|question|threat|hypothetical|denied|lost/i,
  'invented': /invented/i,
}

/** Results for planted errors, by kind. */
function errorKinds(items: readonly CheckedItem[]): string[] {
  const wrong = items.filter(({ error }) => error !== null)
  const byKind = Map.groupBy(
    wrong,
    ({ error }) => Object.entries(ERROR_KINDS).find(([, pattern]) => pattern.test(error ?? ''))?.[0] ?? 'other',
  )
  return [...byKind].map(([kind, of]) => `error: ${kind.padEnd(16)} shown, review, withheld ${counts(of)}`)
}

/** What each check stopped: a check that stops more true items than false ones does harm. */
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
