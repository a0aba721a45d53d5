import {
  MOST_EVIDENCE_LINES,
  type CheckFault,
  type EvidenceItem,
  type WithheldItem,
} from '@callfolio/shared/contract/microsite.ts'
import type { Segment } from '@callfolio/shared/contract/transcript.ts'
import { withoutQuote } from '@callfolio/shared/quoted-step.ts'
import type { Analysis, AnalysisDraft, DraftItem } from '../analyst.ts'
import { checkClaim, getDoubts } from './check-claim.ts'
import { checkOwner } from './check-owner.ts'
import { checkPrivate } from './check-private.ts'
import { around, isStep, readCall, type Call, type Claim, type Fault } from './claim.ts'
import { findWholeQuote, isOnlySaid } from './find-quote.ts'
import { getChapters, getTitle } from './headings.ts'
import { shownText } from './shown-text.ts'
import { privateLines, suggestedSpeakers } from './suggestions.ts'
import { plainWords } from '../language/spoken-words.ts'
import { reasonToReview, type ModelBehind } from './trust.ts'

/** More than any honest recap has; the rest of a flood is ignored. */
const MOST_ITEMS = 100
const LONGEST_ITEM = 2000
const MOST_WITHHELD = 100
const MOST_POSSIBLE_STEPS = 500
const LONGEST_WITHHELD = 500
/** Lines before and after the cited ones in which a quoted sentence may begin and end. */
const QUOTE_REACH = 3
/** When a larger share of a model's items fails, the others aren't trusted either. */
const MOST_FAULTY = 0.2
/** Below this many items, a share means little. */
const FEWEST_ITEMS = 5

/** The lists of claims, and their keys in a draft and an analysis. */
export const CLAIM_FIELDS = {
  summary: 'summary',
  quotes: 'quotes',
  action_points: 'actionPoints',
  important_points: 'importantPoints',
  todo_list: 'todoList',
} as const
type ClaimField = (typeof CLAIM_FIELDS)[keyof typeof CLAIM_FIELDS]

/** What the checks found in each item of a draft, in its order; null: nothing. */
export type DraftFaults = Record<ClaimField, (CheckFault | null)[]>

export interface VerifyOptions {
  /** Code of the requested language; null: the call's. */
  writtenIn?: string | null
  /** The day of the call, `YYYY-MM-DD`; null: unknown. */
  date?: string | null
  /** Ids of lines that were retracted later: items that cite only these wait for the owner. */
  withdrawn?: ReadonlySet<string>
  /** The model of the draft; null: it needs no trial. */
  model?: ModelBehind | null
}

interface Known {
  call: Call
  positions: ReadonlyMap<string, number>
  withdrawn: ReadonlySet<string>
}

type List = WithheldItem['list']
/** The item to show, with what its owner should check, or why it is withheld. */
type Verdict = { found: EvidenceItem; fault: CheckFault | null } | { found: null; fault: CheckFault }

/**
 * Checks an analyst's draft against the transcript, without repairing anything. Quotes must be verbatim; numbers and
 * names must be in the call; secrets are withheld. Items with any other fault wait for the owner, with the fault as
 * `doubt`; all items of a model that isn't trusted wait. Times and speakers come from the transcript, and repeated
 * items are dropped.
 */
export function verifyDraft(
  draft: AnalysisDraft,
  segments: readonly Segment[],
  { writtenIn = null, date = null, withdrawn = new Set(), model = null }: VerifyOptions = {},
): Analysis {
  const known = readKnown(draft, segments, { writtenIn, date, withdrawn })
  const withheld: WithheldItem[] = []
  // Items that the analyst itself holds for review say nothing about the rest.
  let [tried, failed] = [0, 0]
  const leaveOut = (list: List, text: string, { reason, detail }: CheckFault, segmentIds: readonly string[]) => {
    const shortened = shownText(text.slice(0, LONGEST_WITHHELD))
    if (shortened !== '' && withheld.length < MOST_WITHHELD)
      withheld.push({ list, text: shortened, reason, detail, segment_ids: segmentIds.slice(0, MOST_EVIDENCE_LINES) })
  }
  const getList = (list: List, items: readonly DraftItem[]) => {
    const shown: EvidenceItem[] = []
    for (const item of items.slice(0, MOST_ITEMS)) {
      const { found, fault } = judge(list, item, known)
      if (!item.unconfirmed) {
        tried += 1
        if (fault ?? item.doubt) failed += 1
      }
      if (found === null) leaveOut(list, item.text, fault, item.segmentIds)
      else {
        const doubt = fault ?? item.doubt
        shown.push({
          ...found,
          ...((item.unconfirmed || doubt) && { unconfirmed: true }),
          ...(doubt && { doubt }),
        })
      }
    }
    return distinct(shown)
  }
  const { title, fault } = getTitle(draft.title, known.call)
  if (fault !== null) leaveOut('title', draft.title ?? '', fault, [])
  const lists = {
    summary: getList('summary', draft.summary),
    quotes: getList('quotes', draft.quotes),
    actionPoints: getList('action_points', draft.actionPoints),
    importantPoints: getList('important_points', draft.importantPoints),
    todoList: getList('todo_list', draft.todoList),
  }
  const alone = known.call.alone()
  const mostlyFaulty = draft.unreliable === true || isMostlyFaulty(tried, failed)
  const warning = draft.use === undefined ? null : reasonToReview(model, mostlyFaulty)
  return {
    title,
    ...(warning === null ? lists : { ...unconfirmed(lists), warning }),
    chapters: getChapters((draft.chapters ?? []).slice(0, MOST_ITEMS), known.positions, known.call),
    ...(draft.speakers && { suggestedSpeakers: suggestedSpeakers(draft.speakers, segments) }),
    ...((draft.privateLines !== undefined || alone < segments.length) && {
      privateLines: privateLines(draft.privateLines ?? [], segments, alone),
    }),
    withheld,
    ...(draft.possibleSteps && {
      possibleSteps: uncited(draft.possibleSteps, [...lists.actionPoints, ...lists.todoList], known),
    }),
    ...(draft.use && { use: draft.use }),
  }
}

/** Checks a draft's items as `verifyDraft` does, for an analyst that corrects them. */
export function findFaults(
  draft: AnalysisDraft,
  segments: readonly Segment[],
  options: VerifyOptions = {},
): { faults: DraftFaults; unreliable: boolean } {
  const known = readKnown(draft, segments, options)
  const faults = Object.fromEntries(
    Object.entries(CLAIM_FIELDS).map(([list, field]) => [
      field,
      draft[field].slice(0, MOST_ITEMS).map((item) => judge(list as List, item, known).fault),
    ]),
  ) as DraftFaults
  const all = Object.values(faults).flat()
  return { faults, unreliable: isMostlyFaulty(all.length, all.filter((fault) => fault !== null).length) }
}

function readKnown(
  draft: AnalysisDraft,
  segments: readonly Segment[],
  { writtenIn = null, date = null, withdrawn = new Set() }: VerifyOptions,
): Known {
  const texts = [...draft.summary, ...draft.actionPoints, ...draft.importantPoints, ...draft.todoList].map(({ text }) =>
    text.slice(0, LONGEST_ITEM),
  )
  return {
    call: readCall(segments, { texts, title: draft.title ?? '', writtenIn, date }),
    positions: new Map(segments.map(({ id }, place) => [id, place])),
    withdrawn,
  }
}

/** The lines that no step cites, directly or on an adjacent line. */
function uncited(ids: readonly string[], steps: readonly EvidenceItem[], { positions }: Known): string[] {
  const cited = steps.flatMap(({ segment_ids = [] }) => segment_ids.flatMap((id) => positions.get(id) ?? []))
  const near = new Set(cited.flatMap((place) => [place - 1, place, place + 1]))
  return ids.filter((id) => positions.has(id) && !near.has(positions.get(id) ?? -1)).slice(0, MOST_POSSIBLE_STEPS)
}

/** Whether too many items failed to trust the rest. */
function isMostlyFaulty(all: number, faulty: number): boolean {
  return all >= FEWEST_ITEMS && faulty > MOST_FAULTY * all
}

function unconfirmed<Lists extends Record<string, EvidenceItem[]>>(lists: Lists): Lists {
  const entries = Object.entries(lists).map(([name, items]) => [
    name,
    items.map((item) => ({ ...item, unconfirmed: true })),
  ])
  return Object.fromEntries(entries) as Lists
}

function judge(list: List, item: DraftItem, { call, positions, withdrawn }: Known): Verdict {
  const text = shownText(item.text.slice(0, LONGEST_ITEM + 1))
  const ids = [...new Set(item.segmentIds.slice(0, MOST_ITEMS))]
  const places = ids.flatMap((id) => positions.get(id) ?? []).toSorted((a, b) => a - b)
  if (places.length === 0 || places.length > MOST_EVIDENCE_LINES || places.length < ids.length)
    return { found: null, fault: { reason: 'no_lines', detail: null } }
  if (item.text.length > LONGEST_ITEM || plainWords(text).length === 0)
    return { found: null, fault: { reason: 'unsupported', detail: null } }
  const lines = places.flatMap((place) => call.segments[place] ?? [])
  // A quote would hide that the words before it have no support.
  const claim: Claim = { list, text: withoutQuote(text), owner: item.owner ?? null, places, lines }
  const takenBack: Fault | null = ids.every((id) => withdrawn.has(id)) ? { reason: 'taken_back', detail: null } : null
  if (list === 'quotes') {
    const quote = getQuote(claim, call)
    if (quote === null) return { found: null, fault: { reason: 'quote', detail: null } }
    const secret = checkPrivate({ ...claim, text: quote.text }, call)
    return secret?.isHard ? { found: null, fault: secret } : { found: quote, fault: secret ?? takenBack }
  }
  const whole = { ...claim, text }
  // Until its owner adds it, a quoted step only says what was said; but that may be another person's task.
  const isQuote = item.unconfirmed === true && isStep(claim) && isOnlySaid(claim, call)
  const checked = isQuote ? [checkOwner(claim, call)] : checkClaim(claim, call)
  const faults = [...checked, checkPrivate(whole, call), takenBack].filter((fault) => fault !== null)
  const worst = faults.find(({ isHard }) => isHard) ?? faults[0]
  if (worst?.isHard === true) return { found: null, fault: getFault(worst) }
  const found = getPoint(whole, isQuote ? [] : getDoubts(whole, call), item.playFrom)
  return { found, fault: worst === undefined ? null : getFault(worst) }
}

function getFault({ reason, detail }: Fault): Pick<Fault, 'reason' | 'detail'> {
  return { reason, detail }
}

function getPoint({ text, lines }: Claim, unproven: string[], playFrom: string | undefined): EvidenceItem {
  const speakers = new Set(lines.map((line) => line.speaker))
  const [speaker = null] = speakers.size === 1 ? speakers : []
  return {
    text,
    speaker,
    start_ms: lines.find(({ id }) => id === playFrom)?.start_ms ?? Math.min(...lines.map((line) => line.start_ms)),
    end_ms: Math.max(...lines.map((line) => line.end_ms)),
    segment_ids: lines.map((line) => line.id),
    ...(unproven.length > 0 ? { unproven } : {}),
  }
}

function getQuote(claim: Claim, call: Call): EvidenceItem | null {
  const near = getRuns(around(call, claim, QUOTE_REACH), call)
  for (const run of getRuns(claim.lines, call)) {
    const whole = near.find((lines) => run[0] !== undefined && lines.includes(run[0])) ?? run
    const quote = findWholeQuote(claim.text, run, whole)
    if (quote !== null) return { ...quote, text: shownText(quote.text) }
  }
  return null
}

/** Lines in order, grouped into runs of neighbors by one speaker. */
function getRuns(lines: readonly Segment[], { places }: Call): Segment[][] {
  const runs: Segment[][] = []
  for (const line of lines) {
    const run = runs.at(-1)
    const last = run?.at(-1)
    if (
      run !== undefined &&
      last !== undefined &&
      last.speaker === line.speaker &&
      places.get(line) === (places.get(last) ?? 0) + 1
    )
      run.push(line)
    else runs.push([line])
  }
  return runs
}

function distinct(items: readonly EvidenceItem[]): EvidenceItem[] {
  const seen = new Set<string>()
  return items.filter((item) => {
    const key = plainWords(item.text).join(' ')
    return !seen.has(key) && seen.add(key)
  })
}
