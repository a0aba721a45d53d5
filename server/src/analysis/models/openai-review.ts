import type { CheckFault, WithheldItem } from '@callfolio/shared/contract/microsite.ts'
import { MOST_EVIDENCE_LINES } from '@callfolio/shared/contract/microsite.ts'
import { z } from 'zod'
import type { AnalysisDraft, DraftItem } from '../analyst.ts'
import { lineIds, type Line } from './openai-lines.ts'
import { VERDICTS } from './openai-prompts.ts'
import { withOwner } from './openai-recap.ts'
import { CLAIM_FIELDS, type DraftFaults } from '../verification/verify.ts'

/** Lines of changes that are sent with every claim, the last ones of the call. */
const MOST_CHANGES = 30
/** Context after a claim's last line: about two minutes of talk. */
const FOLLOWING_CHARACTERS = 2000
const LONGEST_REASON = 120

/** A fault that a check found in a claim, as the model is told. */
const PROBLEMS: Record<CheckFault['reason'], string> = {
  no_lines: 'it names no line of the call',
  unsupported: 'its lines do not say it',
  negation: 'its lines may say the opposite',
  owner: 'its lines do not show that this person will do it',
  number: 'a number is not in its lines, or another one is',
  name: 'a name is not in its lines',
  day: 'a day or date is not in its lines, or another one is',
  quote: 'these words are not in its lines as one run',
  taken_back: 'it may have been refused or corrected later',
  uncertain: 'its lines may be a question, a condition or a joke',
  secret: 'it holds a password, access link or payment detail',
  private: 'it may be private',
  second_reading: 'it did not hold before',
}

const verdict = z.object({
  claim: z.string(),
  verdict: z.enum(VERDICTS),
  reason: z.string().nullable(),
  text: z.string().nullable(),
  owner: z.string().nullable(),
  lines: z.array(z.string()),
})
export const verdictsSchema = z.object({ verdicts: z.array(verdict) })
type Verdict = z.infer<typeof verdict>

interface Claim {
  id: string
  list: WithheldItem['list']
  item: DraftItem
  fault: CheckFault | null
  /** The indexes of its cited lines, in order. */
  places: number[]
}

/** Claims that are reviewed together, with the lines they need. */
export interface Review {
  claims: Claim[]
  /** The user message after its first line. */
  text: string
}

/** Which parts of a draft to review, and how. */
interface ReviewOptions {
  /** The findings of the checks for each item. */
  faults: DraftFaults
  /** Every claim, or only those with a fault. */
  all: boolean
  /** Ids of segments in which something was retracted or corrected; sent with every claim. */
  changes: readonly string[]
  /** Maximum characters of lines and claims in one request. */
  windowCharacters: number
}

/** The claims of a draft, with their lines and what was said right after, split into requests that fit. */
export function getReviews(
  draft: AnalysisDraft,
  lines: readonly Line[],
  { faults, all, changes, windowCharacters }: ReviewOptions,
): Review[] {
  const places = new Map(lines.map(({ segmentId }, place) => [segmentId, place]))
  const getPlaces = (ids: readonly string[]) => ids.flatMap((id) => places.get(id) ?? []).toSorted((a, b) => a - b)
  const items = Object.entries(CLAIM_FIELDS).flatMap(([list, field]) =>
    draft[field].map((item, i) => ({
      list: list as keyof typeof CLAIM_FIELDS,
      item,
      fault: faults[field][i] ?? null,
      places: getPlaces(item.segmentIds),
    })),
  )
  const claims = items
    .filter((claim) => claim.places.length > 0 && (all || claim.fault !== null))
    .map((claim, i) => ({ id: `C${i + 1}`, ...claim }))
  const always = getPlaces(changes).slice(-MOST_CHANGES)
  const groups: { claims: Claim[]; needed: Set<number> }[] = []
  for (const claim of claims.toSorted((a, b) => (a.places[0] ?? 0) - (b.places[0] ?? 0))) {
    const needed = [...always, ...claim.places, ...following(claim, lines)]
    const group = groups.at(-1)
    const together = new Set([...(group?.needed ?? []), ...needed])
    if (
      group &&
      sizeFor(together, lines) + group.claims.reduce((sum, each) => sum + claimText(each, lines).length, 0) <=
        windowCharacters
    ) {
      group.claims.push(claim)
      group.needed = together
    } else {
      groups.push({ claims: [claim], needed: new Set(needed) })
    }
  }
  return groups.map((group) => ({
    claims: group.claims,
    text: [...linesText(group.needed, lines), ...group.claims.map((claim) => claimText(claim, lines))].join('\n'),
  }))
}

/**
 * The draft with corrected words for claims that didn't hold. A claim that can't be corrected keeps the reason as its
 * doubt; in a review of all claims, one without a verdict waits for the owner.
 */
export function afterReview(
  draft: AnalysisDraft,
  { reviews, verdicts, lines }: { reviews: readonly Review[]; verdicts: readonly Verdict[]; lines: readonly Line[] },
): AnalysisDraft {
  const given = new Map(verdicts.map((each) => [each.claim, each]))
  const segmentIds = new Map(lines.map((line) => [line.id, line.segmentId]))
  const reviewed = new Map(
    reviews.flatMap(({ claims }) =>
      claims.map(({ id, item, fault }) => [item, reviewedItem(item, fault, given.get(id), segmentIds)] as const),
    ),
  )
  const fields = Object.values(CLAIM_FIELDS)
  const lists = Object.fromEntries(
    fields.map((field) => [field, draft[field].map((item) => reviewed.get(item) ?? item)]),
  )
  return { ...draft, ...lists }
}

function reviewedItem(
  item: DraftItem,
  fault: CheckFault | null,
  verdict: Verdict | undefined,
  segmentIds: ReadonlyMap<string, string>,
): DraftItem {
  // The check's own fault holds it anyway.
  if (verdict === undefined) return fault === null ? { ...item, unconfirmed: true } : item
  const { text, owner, reason } = verdict
  const cited = verdict.lines.flatMap((id) => segmentIds.get(id) ?? []).slice(0, MOST_EVIDENCE_LINES)
  const proved = cited.length === 0 ? item : { ...item, segmentIds: cited, playFrom: undefined }
  const isCorrected = text !== null && verdict.verdict !== 'not_for_customer'
  if (isCorrected) {
    const named = owner ?? item.owner ?? null
    // Models give a task's owner apart from its words.
    return {
      ...proved,
      text: item.owner === undefined ? text : withOwner(text, named),
      ...(owner !== null && { owner }),
    }
  }
  if (verdict.verdict === 'holds') return fault === null ? item : proved
  return { ...item, doubt: { reason: 'second_reading', detail: reason?.slice(0, LONGEST_REASON) ?? null } }
}

/** Corrects how models write verdicts: claim ids ("claim 3", 3), and missing fields. */
export function tidyVerdicts(value: unknown): unknown {
  const list: unknown = Array.isArray(value)
    ? value
    : typeof value === 'object' && value !== null && 'verdicts' in value
      ? value.verdicts
      : value
  if (!Array.isArray(list)) return value
  return {
    verdicts: list.map((given: unknown) => {
      if (typeof given !== 'object' || given === null || !('claim' in given)) return given
      const { reason = null, text = null, owner = null, lines = [], ...rest }: Record<string, unknown> = { ...given }
      const id = `C${/\d+/.exec(String(given.claim))?.[0] ?? ''}`
      return { ...rest, claim: id, reason, text: text === '' ? null : text, owner, lines: lineIds(lines) }
    }),
  }
}

function following({ places }: Claim, lines: readonly Line[]): number[] {
  const from = (places.at(-1) ?? 0) + 1
  let size = 0
  const count = lines.slice(from).findIndex(({ text }) => (size += text.length) > FOLLOWING_CHARACTERS)
  return Array.from({ length: count === -1 ? lines.length - from : count }, (_, i) => from + i)
}

function sizeFor(places: ReadonlySet<number>, lines: readonly Line[]): number {
  return [...places].reduce((sum, place) => sum + (lines[place]?.text.length ?? 0), 0)
}

function linesText(needed: ReadonlySet<number>, lines: readonly Line[]): string[] {
  const places = [...needed].toSorted((a, b) => a - b)
  return places.flatMap((place, i) => [
    ...(i > 0 && places[i - 1] !== place - 1 ? ['…'] : []),
    lines[place]?.text ?? '',
  ])
}

function claimText({ id, list, item, fault, places }: Claim, lines: readonly Line[]): string {
  const { text, owner, due } = item
  return JSON.stringify({
    claim: id,
    ...(list === 'quotes' ? { quote: text } : { says: text }),
    owner,
    due,
    lines: places.map((place) => lines[place]?.id),
    ...(fault && { problem: problemText(fault) }),
  })
}

function problemText({ reason, detail }: CheckFault): string {
  return detail === null ? PROBLEMS[reason] : `${PROBLEMS[reason]}: ${detail}`
}
