import type { EvidenceItem } from '@callfolio/shared/contract/microsite.ts'
import type { AnalysisDraft } from '../src/analysis/analyst.ts'
import { createVerifier } from '../src/analysis/verify.ts'
import { TRICKS, type Random } from './false-claims.ts'
import { hostileQuotes, isFalseQuote } from './hostile-quotes.ts'
import { honestItems, readCallsWithItems, type CallWithItems, type ProposedItem } from './honest-claims.ts'

/** What came of the items of one kind. */
export interface Kind {
  kind: string
  proposed: number
  /** Of false items: shown. Of honest ones: withheld. */
  wrong: number
  /** Shown with a mark for the owner. */
  marked: number
}

export interface HostileResult {
  /** Kinds of false claim. */
  invented: Kind[]
  honest: Kind[]
  /** Quotes that came through, and of these, those that nobody said so. */
  quotes: { shown: number; unsupported: number }
}

/**
 * Proposes items that are false in every way known, made from the calls of a folder and their notes, and honest ones, and
 * counts which of them verification shows.
 * @param cases how many false items, spread evenly over the kinds.
 */
export async function hostileAnalyst(cases: number, which: 'chosen-on' | 'untouched'): Promise<HostileResult> {
  const calls = (await readCallsWithItems(which)).map(openCall)
  const random = seeded(7)
  const kinds = Object.entries({ ...TRICKS, ...hostileQuotes })
  const quotes = { shown: 0, unsupported: 0 }
  const invented = kinds.map(([kind, trick]) => {
    const row: Kind = { kind, proposed: 0, wrong: 0, marked: 0 }
    const sources = calls.flatMap((call) =>
      call.honest
        .filter(({ list }) => (list === 'quotes') === kind in hostileQuotes)
        .map((origin) => ({ call, origin })),
    )
    // Not every trick fits every item: a few times as many attempts as cases are enough.
    for (let tries = 0; row.proposed < cases / kinds.length && tries < 20 * cases; tries++) {
      const source = pickSource(sources, random)
      const item = source && trick(source.origin, source.call.origin, random)
      if (!source || !item || sameItem(item, source.origin.item)) continue
      const shown = source.call.show({ ...source.origin, item })
      row.proposed++
      if (source.origin.list === 'quotes') {
        quotes.shown += shown ? 1 : 0
        if (shown && isFalseQuote(shown, source.call.origin)) quotes.unsupported++
      }
      if (
        shown &&
        (source.origin.list === 'quotes'
          ? isFalseQuote(shown, source.call.origin)
          : kind !== 'hidden characters' || hides(shown.text))
      )
        row.wrong++
      if (shown?.unproven) row.marked++
    }
    return row
  })
  return { invented, honest: honestKinds(calls), quotes }
}

/** Items of notes weigh as much as what was said itself, of which there is more. */
function pickSource<T extends { origin: ProposedItem }>(sources: readonly T[], random: Random): T | undefined {
  const origin = sources.filter(({ origin: { kind } }) => !kind.startsWith('a sentence'))
  const from = origin.length > 0 && random() < 0.5 ? origin : sources
  return from[Math.floor(random() * from.length)]
}

/** A call with what is true of it, read once for all that is claimed of it. */
interface OpenCall {
  origin: CallWithItems
  honest: ProposedItem[]
  /** What verification shows of one item by itself; undefined: nothing. */
  show: (proposed: ProposedItem) => EvidenceItem | undefined
}

const NOTHING: AnalysisDraft = {
  title: null,
  summary: [],
  quotes: [],
  actionPoints: [],
  importantPoints: [],
  todoList: [],
}

function openCall(origin: CallWithItems): OpenCall {
  const verify = createVerifier(origin.segments)
  return {
    origin,
    honest: honestItems(origin),
    show: ({ list, item }) => verify({ ...NOTHING, [list]: [item] }, { date: origin.date })[list][0],
  }
}

function honestKinds(calls: readonly OpenCall[]): Kind[] {
  const rows = new Map<string, Kind>()
  for (const { honest, show } of calls) {
    for (const proposed of honest) {
      const row = rows.get(proposed.kind) ?? { kind: proposed.kind, proposed: 0, wrong: 0, marked: 0 }
      const shown = show(proposed)
      row.proposed++
      if (shown === undefined) row.wrong++
      if (shown?.unproven) row.marked++
      rows.set(proposed.kind, row)
    }
  }
  return [...rows.values()]
}

function sameItem(a: ProposedItem['item'], b: ProposedItem['item']): boolean {
  return a.text === b.text && a.segmentIds.join(' ') === b.segmentIds.join(' ')
}

function hides(text: string): boolean {
  return /[\p{Cc}\p{Cf}]/u.test(text)
}

/** Numbers from 0 to 1 that are the same in every run (mulberry32). */
function seeded(seed: number): Random {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
