import type { MicrositeEdit } from '@callfolio/shared/contract/microsite.ts'
import type { MicrositeRow } from '../db/schema.ts'

/** What a person who writes it has read: the analysis' version of it. Renaming, tagging and correcting lines shows nothing of that. */
const RECAP = ['summary', 'quotes', 'action_points', 'important_points', 'todo_list'] as const
const OWN = ['summary', 'quotes', 'actionPoints', 'importantPoints', 'todoList'] as const

/** When a recap was reviewed, after an edit of its owner at `now`: the first time stays until another run. */
export function reviewedAfterEdit(
  { reviewedAt }: Pick<MicrositeRow, 'reviewedAt'>,
  edit: MicrositeEdit,
  now: Date,
): Date | null {
  const isReviewed = edit.reviewed === true || RECAP.some((field) => edit[field] !== undefined && edit[field] !== null)
  return reviewedAt ?? (isReviewed ? now : null)
}

/** When a recap that a new run made was reviewed: nobody has seen it, unless words of its owner remain. */
export function reviewedAfterRun(site: Pick<MicrositeRow, 'reviewedAt' | (typeof OWN)[number]>): Date | null {
  return OWN.some((field) => site[field] !== null) ? site.reviewedAt : null
}
