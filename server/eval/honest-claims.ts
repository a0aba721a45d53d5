import { MOST_EVIDENCE_LINES } from '@callfolio/shared/contract/microsite.ts'
import type { Segment } from '@callfolio/shared/contract/transcript.ts'
import type { DraftItem } from '../src/analysis/analyst.ts'
import { contentStems } from '../src/analysis/english.ts'
import { findNumbers } from '../src/analysis/number-words.ts'
import { mergeCues } from '../src/transcription/merge-cues.ts'
import { readCalls, readSalesCalls, type ReferenceCall } from './calls.ts'

export type DraftList = 'summary' | 'quotes' | 'actionPoints' | 'importantPoints' | 'todoList'

/** An item as an analyst might propose it. */
export interface ProposedItem {
  /** How it was made, for the table. */
  kind: string
  list: DraftList
  item: DraftItem
}

/** A call with a person's notes of it, as items with the lines they stand on. */
export interface CallWithItems {
  id: string
  segments: Segment[]
  date: string
  items: ProposedItem[]
}

/** Fits the weekdays of none of the calls better than another: they name theirs by words. */
const CALL_DATE = '2025-10-14'
/** A point's lines are not in the notes: of lines that share fewer of its words it isn't certain that it stands on them. */
const LEAST_SHARED = 0.6
const MOST_POINT_LINES = 4
const FEWEST_LETTERS = 40

/** The calls by which limits may be chosen, and those by which none ever was. */
export async function readCallsWithItems(which: 'chosen-on' | 'untouched'): Promise<CallWithItems[]> {
  const calls = await readCalls(which === 'chosen-on' ? 'calls' : 'held-out')
  const sales = await readSalesCalls(which)
  return [
    ...calls.map((call) => itemsOfNotes(call)),
    ...sales.map(({ id, cues, notes }) =>
      itemsOfNotes({ id, cues, notes: { ...notes, points: notes.key_facts } }, notes.date),
    ),
  ]
}

/** Every action and decision of the notes with its evidence, and every point that a line of the call clearly says. */
function itemsOfNotes(
  {
    id,
    cues,
    notes,
  }: {
    id: string
    cues: readonly Segment[]
    notes: Pick<ReferenceCall['notes'], 'points' | 'decisions'> & {
      actions: readonly { text: string; evidence: readonly number[] }[]
    }
  },
  date = CALL_DATE,
): CallWithItems {
  const segments = mergeCues(cues)
  const said = new Map(segments.map((line) => [line, wordsAndNumbers(line.text)]))
  const wordsOf: WordsOf = (line) => said.get(line) ?? new Set()
  const linesOf = (text: string, evidence: readonly number[]) => {
    const all = [
      ...new Set(
        evidence.flatMap((cue) =>
          segments.filter(
            (line) => line.start_ms <= (cues[cue]?.start_ms ?? -1) && line.end_ms >= (cues[cue]?.end_ms ?? Infinity),
          ),
        ),
      ),
    ]
    // Who has to name six of more lines names those that say most, and then the latest, which hold.
    const { found } = coveringLines(text, all, { most: MOST_EVIDENCE_LINES, wordsOf })
    const kept =
      all.length <= MOST_EVIDENCE_LINES
        ? all
        : [...new Set([...found, ...all.toReversed()])].slice(0, MOST_EVIDENCE_LINES)
    return segments.filter((line) => kept.includes(line)).map((line) => line.id)
  }
  const actions = notes.actions.map(({ text, evidence }): ProposedItem => ({
    kind: 'action',
    list: 'actionPoints',
    item: { text, segmentIds: linesOf(text, evidence) },
  }))
  const decisions = notes.decisions.map(({ text, evidence }): ProposedItem => ({
    kind: 'decision',
    list: 'importantPoints',
    item: { text, segmentIds: linesOf(text, evidence) },
  }))
  const points = notes.points.flatMap((text): ProposedItem[] => {
    const ids = clearLines(text, segments, wordsOf)
    return ids.length === 0 ? [] : [{ kind: 'point', list: 'importantPoints', item: { text, segmentIds: ids } }]
  })
  return {
    id,
    segments,
    date,
    items: [...actions, ...decisions, ...points].filter(({ item }) => item.segmentIds.length > 0),
  }
}

/** What a person would also write for an item of the notes, and what was said itself: all of it true. */
export function honestItems(call: CallWithItems): ProposedItem[] {
  return [...call.items, ...call.items.flatMap((item) => rewritten(item, call)), ...spoken(call)]
}

function rewritten({ list, item }: ProposedItem, { segments }: CallWithItems): ProposedItem[] {
  const other = (kind: string, text: string, ids = item.segmentIds, into = list): ProposedItem[] =>
    text === item.text && ids === item.segmentIds && into === list
      ? []
      : [{ kind, list: into, item: { text, segmentIds: ids } }]
  const place = segments.findIndex(({ id }) => id === item.segmentIds[0])
  const before = segments[place - 1]?.id
  return [
    ...other('numbers in digits', inDigits(item.text)),
    ...(list === 'actionPoints'
      ? other(
          'todo',
          item.text.replace(
            /^(\p{Lu}\p{L}+(?: \p{Lu}\p{L}+)?) will (\p{L})/u,
            (_, name: string, first: string) => `${name}: ${first.toUpperCase()}`,
          ),
          item.segmentIds,
          'todoList',
        )
      : []),
    ...(list === 'actionPoints' ? other('told in the summary', item.text, item.segmentIds, 'summary') : []),
    ...(before !== undefined && item.segmentIds.length < MOST_EVIDENCE_LINES && !item.segmentIds.includes(before)
      ? other('with the line before', item.text, [before, ...item.segmentIds])
      : []),
  ]
}

/** Sentences of the call as points and as quotes. */
function spoken({ segments }: CallWithItems): ProposedItem[] {
  return segments.flatMap(({ id, text, speaker }) => {
    const sentences = text
      .split(/(?<=[.!?])\s+/)
      .filter((sentence) => sentence.length >= FEWEST_LETTERS && !sentence.endsWith('?'))
    return sentences.flatMap((sentence): ProposedItem[] => [
      {
        kind: 'a sentence as it was said',
        list: 'importantPoints',
        item: { text: `${speaker ?? 'Somebody'} said: "${sentence}"`, segmentIds: [id] },
      },
      { kind: 'a quote', list: 'quotes', item: { text: sentence, segmentIds: [id] } },
    ])
  })
}

function inDigits(text: string): string {
  return findNumbers(text).reduceRight((written, { from, to, readings }) => {
    const [value = ''] = readings
    const ordinal = /(?:st|nd|rd|th)$/.test(text.slice(from, to)) || /^20\d\d$/.test(value)
    if (Number(value) < 2 || ordinal || /^(?:half|quarter)/i.test(text.slice(from, to))) return written
    return written.slice(0, from) + Number(value).toLocaleString('en-US') + written.slice(to)
  }, text)
}

/** Content words and numbers of a line, which many notes are compared with. */
type WordsOf = (line: Segment) => ReadonlySet<string>

/** The lines that together say a point; none when something stays missing or they lie far apart. */
function clearLines(text: string, segments: readonly Segment[], wordsOf: WordsOf): string[] {
  const { found, missing } = coveringLines(text, segments, { most: MOST_POINT_LINES, wordsOf })
  const near = found.every(
    (line) => Math.abs(segments.indexOf(line) - segments.indexOf(found[0] ?? line)) <= MOST_POINT_LINES,
  )
  return near &&
    missing.size <= (1 - LEAST_SHARED) * wordsAndNumbers(text).size &&
    ![...missing].some((word) => /^\d/.test(word))
    ? found.map(({ id }) => id)
    : []
}

/** At first the line that shares most of a text's words and numbers, then what still says something of it; and what none says. */
function coveringLines(
  text: string,
  segments: readonly Segment[],
  { most, wordsOf }: { most: number; wordsOf: WordsOf },
): { found: Segment[]; missing: Set<string> } {
  const missing = wordsAndNumbers(text)
  const found: Segment[] = []
  while (missing.size > 0 && found.length < most && segments.length > 0) {
    const best = segments
      .map((line) => ({ line, words: missing.intersection(wordsOf(line)) }))
      .reduce((a, b) => (b.words.size > a.words.size ? b : a))
    if (best.words.size === 0) break
    found.push(best.line)
    for (const word of best.words) missing.delete(word)
  }
  return { found, missing }
}

function wordsAndNumbers(text: string): Set<string> {
  return new Set([...contentStems(text), ...findNumbers(text).map(({ readings }) => [...readings][0] ?? '')])
}
