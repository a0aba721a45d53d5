import { KEPT_PARTS, type KeptPart, type Retention } from '@callfolio/shared/contract/retention.ts'
import { getCount } from '@callfolio/shared/format.ts'

const OFFERED = [30, 90, 180, 365, 730, 1825]

interface AgeChoice {
  /** Null: for good. */
  days: number | null
  label: string
}

/** The selectable periods; includes one set otherwise, by a program. */
export function ageChoices(saved: number | null): AgeChoice[] {
  const days = saved === null || OFFERED.includes(saved) ? OFFERED : [...OFFERED, saved].toSorted((a, b) => a - b)
  return [{ days: null, label: 'Forever' }, ...days.map((each) => ({ days: each, label: getLabel(each) }))]
}

function getLabel(days: number): string {
  return days >= 365 && days % 365 === 0 ? getCount(days / 365, 'year') : getCount(days, 'day')
}

/**
 * The periods with a new value for one part: parts it was made from are removed no later than it,
 * parts that show it no sooner.
 */
export function longerParts(ages: Retention, part: KeptPart, days: number | null): Retention {
  const changed = { ...ages, [`${part}_days`]: days }
  const at = KEPT_PARTS.indexOf(part)
  for (const [index, other] of KEPT_PARTS.entries()) {
    const age = changed[`${other}_days`] ?? Infinity
    const limit = days ?? Infinity
    if ((index < at && age > limit) || (index > at && age < limit)) changed[`${other}_days`] = days
  }
  return changed
}
