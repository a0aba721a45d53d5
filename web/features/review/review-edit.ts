import type { EvidenceItem, Microsite } from '@callfolio/shared/contract/microsite.ts'
import { confirmedSummary, outlineItem, getOutline } from '@callfolio/shared/page/microsite-outline.ts'
import { insertByTime, storedEntries, type ListField, type OwnerEdit } from '../microsite/edit/owner-edit.ts'
import { getPlace, withheldEntry, type ReviewItem, type Source } from './review-items.ts'

/** The parts that a review changes. */
type ReviewEdit = Omit<OwnerEdit, 'segments' | 'rename_speaker'>

/** An owner's decision on an item; `text`: added in their words. */
export type Decision = { kind: 'add'; text?: string } | { kind: 'dismiss' }

/** Maximum length of a title. Characters. */
const LONGEST_TITLE = 300

/**
 * The edit that carries out a decision.
 * @param site the current version, which may be later than what the owner saw.
 * @returns null when the item is no longer waiting.
 */
export function reviewEdit(site: Microsite, { sources }: ReviewItem, decision: Decision): ReviewEdit | null {
  const edit = sources.reduce<ReviewEdit>((before, source) => {
    const change = getChange({ ...site, ...before }, source, decision, sources)
    return { ...before, ...change }
  }, {})
  return Object.keys(edit).length === 0 ? null : edit
}

/** The edit that carries out one decision about several items; null when none of them is still waiting. */
export function reviewEdits(site: Microsite, items: readonly ReviewItem[], decision: Decision): ReviewEdit | null {
  const edit = items.reduce<ReviewEdit>((before, item) => {
    return { ...before, ...reviewEdit({ ...site, ...before }, item, decision) }
  }, {})
  return Object.keys(edit).length === 0 ? null : edit
}

function getChange(site: Microsite, source: Source, decision: Decision, all: readonly Source[]): ReviewEdit {
  switch (source.kind) {
    case 'entry':
      return entryChange(site, source, decision)
    case 'sentence':
      return sentenceChange(site, source.item.text, decision)
    case 'withheld':
      return withheldChange(site, source, decision, all)
    case 'line':
      return lineChange(site, source, decision)
  }
}

function entryChange(
  site: Microsite,
  { list, item }: Extract<Source, { kind: 'entry' }>,
  decision: Decision,
): ReviewEdit {
  const entries = storedEntries(site, list)
  const at = entries.findIndex(
    (entry) =>
      typeof entry !== 'string' && entry.unconfirmed === true && isSame(entry, item.text, item.moment?.startMs),
  )
  const entry = entries[at]
  if (entry === undefined || typeof entry === 'string') return {}
  return { [list]: entries.toSpliced(at, 1, ...(decision.kind === 'dismiss' ? [] : [added(entry, decision.text)])) }
}

function isSame(entry: EvidenceItem, text: string, startMs: number | undefined): boolean {
  return outlineItem(entry).text === text && entry.start_ms === startMs
}

/** An entry that recipients see too. */
function added(entry: EvidenceItem, text = entry.text): EvidenceItem {
  const { unconfirmed: _, doubt: __, dismissed: ___, ...rest } = entry
  return { ...rest, text }
}

function sentenceChange(site: Microsite, text: string, decision: Decision): ReviewEdit {
  const evidence = site.summary_evidence ?? []
  const at = evidence.findIndex((sentence) => sentence.unconfirmed && outlineItem(sentence).text === text)
  const sentence = evidence[at]
  const isDecided = sentence?.dismissed === true || site.summary?.includes(text) === true
  if (sentence === undefined || isDecided) return {}
  const dismissed = { ...sentence, dismissed: true }
  if (decision.kind === 'dismiss') return { summary_evidence: evidence.toSpliced(at, 1, dismissed) }
  const summary = summaryWith(site, decision.text ?? text, evidence.slice(at + 1))
  if (decision.text === undefined || decision.text === text) return { summary }
  // The analysis' wording remains in its version of the summary.
  return { summary, summary_evidence: evidence.toSpliced(at, 1, dismissed, added(sentence, decision.text)) }
}

/** The recipients' summary, with one more sentence in call order. */
function summaryWith(site: Microsite, sentence: string, following: readonly EvidenceItem[]): string {
  const { text } = confirmedSummary(getOutline(site).summary)
  const next = following.map((later) => outlineItem(later).text).find((later) => later !== '' && text.includes(later))
  if (next === undefined) return `${text} ${sentence}`.trim()
  const at = text.indexOf(next)
  return `${text.slice(0, at)}${sentence} ${text.slice(at)}`
}

function withheldChange(
  site: Microsite,
  { withheld, item }: Extract<Source, { kind: 'withheld' }>,
  decision: Decision,
  all: readonly Source[],
): ReviewEdit {
  const waiting = site.withheld ?? []
  const rest = waiting.filter(
    ({ list, text, reason }) => list !== withheld.list || text !== withheld.text || reason !== withheld.reason,
  )
  if (rest.length === waiting.length) return {}
  const { list } = withheld
  // One entry per list is enough.
  const [first] = all.filter(
    (other) => (other.kind === 'withheld' ? other.withheld.list : other.kind === 'entry' && other.list) === list,
  )
  if (decision.kind === 'dismiss' || first?.item !== item) return { withheld: rest }
  const text = decision.text ?? item.text
  if (list === 'title') return { withheld: rest, title: text.slice(0, LONGEST_TITLE) }
  if (list === 'summary') return { withheld: rest, summary: summaryWith(site, text, []) }
  const lines = site.segments.filter(({ id }) => withheld.segment_ids.includes(id))
  return { withheld: rest, ...withEntry(site, list, { ...withheldEntry(withheld, lines), text }) }
}

function lineChange(
  site: Microsite,
  { line, item }: Extract<Source, { kind: 'line' }>,
  decision: Decision,
): ReviewEdit {
  const waiting = site.possible_steps ?? []
  if (!waiting.includes(line.id)) return {}
  const possible_steps = waiting.filter((id) => id !== line.id)
  if (decision.kind === 'dismiss') return { possible_steps }
  return {
    possible_steps,
    ...withEntry(site, 'todo_list', { ...getPlace([line]), text: decision.text ?? item.text }),
  }
}

/** A list with one more entry. */
function withEntry(site: Microsite, list: ListField, entry: EvidenceItem): ReviewEdit {
  const entries = storedEntries(site, list).filter((other) => outlineItem(other).text !== '')
  return { [list]: insertByTime(entries, entry) }
}
