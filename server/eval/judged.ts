import { ITEM_KINDS, type PageItem } from './page-items.ts'

/** The verdict of a reader who must send the page to a customer. */
export const CODES = {
  OK: 'can be sent as it is',
  MISL: 'tells what was taken back, corrected, replaced, refused or only conditional, or leaves out what was said last',
  OBJ: 'unclear what "it", "that" or "them" is',
  FRAG: 'is cut, or no sentence',
  GRAM: 'garbled, or spoken syntax',
  WHO: 'the wrong person, a wrong "they", or no owner',
  NODUE: 'a day was said and is missing',
  TRIV: 'small talk, a joke, housekeeping',
  CONF: 'is not for the customer’s eyes',
  LIST: 'is a list of words',
} as const
export type Code = keyof typeof CODES

/** An item with its verdict; no codes: not judged yet. */
export interface JudgedItem extends PageItem {
  codes: Code[]
}

export interface Judgement {
  /** Today's items that were judged with exactly these words. */
  judged: JudgedItem[]
  /** Today's items that have not been judged, or with other words. */
  open: PageItem[]
  /** Judged items that are not shown today. */
  gone: JudgedItem[]
}

const ITEM = new RegExp(String.raw`^- \[([A-Z+ ]*)\] (${ITEM_KINDS.join('|')}): (.+)$`)
const GONE = '## Not shown today'

/**
 * Parses the items of a judged file: `- [OK] Point: text`, several codes as `[MISL+TRIV]`, `[ ]` for one not judged
 * yet. Throws when a line can't be parsed, has an unknown code, or judges an item twice.
 */
export function readJudged(file: string): JudgedItem[] {
  const items = file
    .split('\n')
    .filter((line) => line.startsWith('- '))
    .map(readItem)
  const twice = items.find((item, i) => items.findIndex((other) => isSame(item, other)) !== i)
  if (twice) throw new Error(`Two lines judge "${twice.text}".`)
  return items
}

function readItem(line: string): JudgedItem {
  const [, codes = '', kind, text = ''] = ITEM.exec(line.trimEnd()) ?? []
  const found = ITEM_KINDS.find((one) => one === kind)
  if (found === undefined) throw new Error(`This is no judged item: ${line}`)
  const names = codes
    .split('+')
    .map((code) => code.trim())
    .filter(Boolean)
  const unknown = names.find((name) => !(name in CODES))
  if (unknown !== undefined) throw new Error(`There is no code ${unknown}: ${line}`)
  return { kind: found, text, codes: names as Code[] }
}

/** Which of today's items have been judged. A judgement applies only to exactly the same words in the same list. */
export function compareJudged(items: readonly PageItem[], known: readonly JudgedItem[]): Judgement {
  const judgedAs = (item: PageItem) => known.find((other) => isSame(item, other) && other.codes.length > 0)
  return {
    judged: items.flatMap((item) => judgedAs(item) ?? []),
    open: items.filter((item) => !judgedAs(item)),
    gone: known.filter((item) => item.codes.length > 0 && !items.some((other) => isSame(item, other))),
  }
}

function isSame(a: PageItem, b: PageItem): boolean {
  return a.kind === b.kind && a.text === b.text
}

/**
 * The lower and upper bound of the usable share, equal once every item is judged. An item is usable when its first
 * code is OK.
 */
export function usableShare({ judged, open }: Pick<Judgement, 'judged' | 'open'>): { least: number; most: number } {
  const usable = judged.filter(({ codes }) => codes[0] === 'OK').length
  const all = Math.max(1, judged.length + open.length)
  return { least: usable / all, most: (usable + open.length) / all }
}

/** How many items have each code; an item may have several. */
export function countCodes(judged: readonly JudgedItem[]): [Code, number][] {
  const codes = Object.keys(CODES) as Code[]
  return codes
    .map((code): [Code, number] => [code, judged.filter((item) => item.codes.includes(code)).length])
    .filter(([, count]) => count > 0)
}

/**
 * A judged file with today's items in the page's order, unjudged ones as `[ ]`, and items no longer shown at its end.
 */
export function writeJudged(head: string, items: readonly PageItem[], known: readonly JudgedItem[]): string {
  const { judged, gone } = compareJudged(items, known)
  const line = ({ kind, text, codes }: JudgedItem) => `- [${codes.join('+') || ' '}] ${kind}: ${text}`
  const today = items.map((item) => line(judged.find((other) => isSame(item, other)) ?? { ...item, codes: [] }))
  return `${[head.trimEnd(), '', ...today, ...(gone.length > 0 ? ['', GONE, '', ...gone.map(line)] : [])].join('\n')}\n`
}

/** The head above the items: the recap, the judge, and the codes' meanings. */
export function getHead(file: string): string {
  const lines = file.split('\n')
  const end = lines.findIndex((line) => line.startsWith('- ') || line === GONE)
  return lines.slice(0, end === -1 ? lines.length : end).join('\n')
}

/** The head of a new file; the judge fills in their name. */
export function newHead(id: string): string {
  const legend = Object.entries(CODES).map(([code, meaning]) => `${code} ${meaning}`)
  return [
    `# ${id}, judged item by item`,
    '',
    'Judged by: (who, when, having read what)',
    '',
    `The reader must send this page to the customer. ${legend.join(' · ')}. Codes that come together are joined by +, and the first one counts. \`[ ]\` is not judged yet.`,
  ].join('\n')
}
