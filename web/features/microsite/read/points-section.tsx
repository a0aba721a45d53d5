import { Check } from 'lucide-react'
import { useState } from 'react'
import type { Microsite } from '@callfolio/shared/contract/microsite.ts'
import { isConfirmed, type OutlineItem } from '@callfolio/shared/page/microsite-outline.ts'
import { EditButton } from '../edit/edit-form.tsx'
import { EntriesEditor } from '../edit/entries-editor.tsx'
import { getDrafts, insertAfter, NEW_ROW, type EntryDraft } from '../edit/entry-drafts.ts'
import { shownEntries } from '../edit/owner-edit.ts'
import { useDraft } from '../edit/use-draft.ts'
import { emptyText, Section } from './section.tsx'
import { UnprovenNote } from '../../../ui/unproven-note.tsx'
import { MomentWithLink } from '../player/moment-chip.tsx'

interface PointsSectionProps {
  site: Microsite
  field: 'action_points' | 'important_points' | 'todo_list'
  title: string
  /** Name of one entry in the middle of a sentence. */
  noun: string
  items: OutlineItem[]
}

/** A list of points or todos, to read and to edit. */
export function PointsSection({ site, field, title, noun, items }: PointsSectionProps) {
  const state = useDraft<EntryDraft[]>(site.id)
  const editing = state.draft !== null
  const shown = items.filter(isConfirmed)
  const start = () => {
    const rows = getDrafts(shownEntries(site, field))
    state.start(rows.length === 0 ? insertAfter(rows, -1, NEW_ROW) : rows)
  }
  return (
    <Section
      title={title}
      filled={shown.length > 0}
      status={site.status}
      empty={emptyText(noun, items)}
      edited={site[field] !== null}
      actions={site.status === 'active' && <EditButton what={title.toLowerCase()} editing={editing} onClick={start} />}
      editor={editing ? <EntriesEditor site={site} field={field} title={title} noun={noun} state={state} /> : undefined}
    >
      {field === 'todo_list' ? <TodoList micrositeId={site.id} items={shown} /> : <PointList items={shown} />}
    </Section>
  )
}

/** Points, each with its timestamp. */
function PointList({ items }: { items: OutlineItem[] }) {
  return (
    <ul className="grid grid-cols-1 gap-3">
      {items.map((item, index) => (
        <li key={index} dir="auto" className="flex gap-3.5">
          <span aria-hidden className="mt-[11px] size-1.5 shrink-0 rounded-full bg-line-strong" />
          <PointText item={item} />
        </li>
      ))}
    </ul>
  )
}

/** An entry's text followed by its timestamp; the chip stays on the line of the last word if it fits. */
function PointText({
  item: { text, speaker, moment, unproven = [] },
  done = false,
}: {
  item: OutlineItem
  done?: boolean
}) {
  return (
    <p className={`min-w-0 text-17 break-words ${done ? 'text-muted line-through decoration-line-strong' : ''}`}>
      {text}
      {moment && (
        <>
          {' '}
          <MomentWithLink moment={moment} speaker={speaker} />
        </>
      )}
      {unproven.length > 0 && <UnprovenNote parts={unproven} />}
    </p>
  )
}

/** Todos with checkboxes. The checks belong to the reader, in this browser. */
function TodoList({ micrositeId, items }: { micrositeId: string; items: OutlineItem[] }) {
  const { ticked, toggle } = useTicks(micrositeId)
  return (
    <div className="grid grid-cols-1 gap-4">
      <ul className="grid grid-cols-1 gap-3">
        {items.map((item, index) => (
          <li key={index} dir="auto" className="flex gap-3.5">
            <span className="relative mt-[5px] grid size-[18px] shrink-0 place-items-center">
              <input
                type="checkbox"
                aria-label={item.text}
                checked={ticked.has(item.text)}
                onChange={() => toggle(item.text)}
                className="peer absolute -inset-[3px] m-[3px] cursor-pointer appearance-none rounded-sm border-[1.5px] border-line-strong transition-colors duration-150 checked:border-accent-fill checked:bg-accent-fill hover:border-muted"
              />
              <Check
                size={13}
                strokeWidth={3}
                aria-hidden
                className="pointer-events-none relative hidden text-on-accent peer-checked:block"
              />
            </span>
            <PointText item={item} done={ticked.has(item.text)} />
          </li>
        ))}
      </ul>
      {items.some(({ text }) => ticked.has(text)) && (
        <p className="text-13 text-muted">Checkmarks are only saved in this browser.</p>
      )}
    </div>
  )
}

const getKey = (micrositeId: string) => `callfolio.ticks.${micrositeId}`

/** The microsite's todos that were checked in this browser, by their text. */
function useTicks(micrositeId: string): { ticked: ReadonlySet<string>; toggle: (text: string) => void } {
  const [ticked, setTicked] = useState(() => readTicks(micrositeId))
  return {
    ticked,
    toggle(text) {
      const next = new Set(ticked)
      if (!next.delete(text)) next.add(text)
      setTicked(next)
      writeTicks(micrositeId, next)
    },
  }
}

function readTicks(micrositeId: string): Set<string> {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(getKey(micrositeId)) ?? '[]')
    return new Set(Array.isArray(stored) ? stored.filter((text) => typeof text === 'string') : [])
  } catch {
    return new Set()
  }
}

/** A browser without storage keeps the checks until the page is left. */
function writeTicks(micrositeId: string, ticked: ReadonlySet<string>): void {
  try {
    if (ticked.size === 0) localStorage.removeItem(getKey(micrositeId))
    else localStorage.setItem(getKey(micrositeId), JSON.stringify([...ticked]))
  } catch {
    // Storage is full or not allowed.
  }
}
