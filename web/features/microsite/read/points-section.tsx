import type { Microsite } from '@callfolio/shared/contract/microsite.ts'
import type { OutlineItem } from '@callfolio/shared/microsite-outline.ts'
import { EditButton } from '../edit/edit-button.tsx'
import { EntriesEditor } from '../edit/entries-editor.tsx'
import { draftsOf, insertAfter, NEW_ROW, type EntryDraft } from '../edit/entry-drafts.ts'
import { useDraft } from '../edit/use-draft.ts'
import { PointList } from './point-list.tsx'
import { Section } from './section.tsx'
import { TodoList } from './todo-list.tsx'

interface PointsSectionProps {
  site: Microsite
  field: 'action_points' | 'important_points' | 'todo_list'
  title: string
  /** What one entry is called in the middle of a sentence. */
  noun: string
  items: OutlineItem[]
}

/** A list of points or todos, to read and to edit. */
export function PointsSection({ site, field, title, noun, items }: PointsSectionProps) {
  const state = useDraft<EntryDraft[]>(site.id)
  const editing = state.draft !== null
  const start = () => {
    const rows = draftsOf(site[field] ?? site[`gpt_${field}`] ?? [])
    state.start(rows.length === 0 ? insertAfter(rows, -1, NEW_ROW) : rows)
  }
  return (
    <Section
      title={title}
      filled={items.length > 0}
      status={site.status}
      empty={`No ${noun}s were found in this call.`}
      edited={site[field] !== null}
      actions={site.status === 'active' && <EditButton what={title.toLowerCase()} editing={editing} onClick={start} />}
      editor={editing ? <EntriesEditor site={site} field={field} title={title} noun={noun} state={state} /> : undefined}
    >
      {field === 'todo_list' ? <TodoList micrositeId={site.id} items={items} /> : <PointList items={items} />}
    </Section>
  )
}
