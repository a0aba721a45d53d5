import type { ListEntry, Microsite } from './microsite.ts'

/** The edit that confirms everything on a page, as sent by its owner's browser. */
export function keptEdit(site: Microsite) {
  const kept = (entries: ListEntry[] | null) =>
    (entries ?? []).map((entry) => (typeof entry === 'string' ? entry : { ...entry, unconfirmed: undefined }))
  return {
    summary: site.gpt_summary ?? '',
    quotes: kept(site.gpt_quotes),
    action_points: kept(site.gpt_action_points),
    important_points: kept(site.gpt_important_points),
    todo_list: kept(site.gpt_todo_list),
  }
}
