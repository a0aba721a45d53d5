import type { MicrositeEdit } from '@callfolio/shared/contract/microsite.ts'
import type { MicrositeRow } from '../../db/schema.ts'

/**
 * Fields that show that the owner has read the analysis' version. Renaming, tagging and correcting lines don't show
 * that.
 */
const RECAP = ['summary', 'quotes', 'action_points', 'important_points', 'todo_list'] as const
const OWN = ['summary', 'quotes', 'actionPoints', 'importantPoints', 'todoList'] as const

/** When a recap was reviewed, after an edit by its owner at `now`: the first time is kept until another run. */
export function reviewedAfterEdit(
  { reviewedAt }: Pick<MicrositeRow, 'reviewedAt'>,
  edit: MicrositeEdit,
  now: Date,
): Date | null {
  const isReviewed = edit.reviewed === true || RECAP.some((field) => edit[field] !== undefined && edit[field] !== null)
  return reviewedAt ?? (isReviewed ? now : null)
}

/** When the recap of a new run was reviewed: not yet, unless words of its owner remain. */
export function reviewedAfterRun(site: Pick<MicrositeRow, 'reviewedAt' | (typeof OWN)[number]>): Date | null {
  return OWN.some((field) => site[field] !== null) ? site.reviewedAt : null
}
