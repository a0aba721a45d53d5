import {
  KEPT_PARTS,
  RETENTION_WARNING_DAYS,
  type KeptPart,
  type Retention,
} from '@callfolio/shared/contract/retention.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const WARNING_MS = RETENTION_WARNING_DAYS * DAY_MS

/** When a part of a microsite expires: its age counts from creation, and at least a week passes after the warning. */
export function dueAt({ createdAt, days, warnedAt }: { createdAt: Date; days: number; warnedAt: Date }): Date {
  return new Date(Math.max(createdAt.getTime() + days * DAY_MS, warnedAt.getTime() + WARNING_MS))
}

/** The owner is now warned of items created before this timestamp. */
export function warnedBefore(days: number, now: Date): Date {
  return new Date(now.getTime() + WARNING_MS - days * DAY_MS)
}

/** The parts with a retention period, with their days. */
export function getAges(retention: Retention): { part: KeptPart; days: number }[] {
  return KEPT_PARTS.flatMap((part) => {
    const days = retention[`${part}_days`]
    return days === null ? [] : [{ part, days }]
  })
}
