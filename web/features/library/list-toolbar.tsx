import { ListFilter, Search, X } from 'lucide-react'
import { useCallback, useEffect, useRef, useState } from 'react'
import { Button } from '@callfolio/shared/ui/button.tsx'
import { INPUT } from '@callfolio/shared/ui/field.tsx'
import { lazyDialog } from '../../ui/lazy-part.tsx'
import { activeFilters, type ListFilters } from './list-filters.ts'
import { useDebounced } from '../../lib/hooks.ts'

const FilterDialog = lazyDialog(async () => (await import('./filter-dialog.tsx')).FilterDialog)

interface ListToolbarProps {
  filters: ListFilters
  onChange: (change: Partial<ListFilters>) => void
}

/** Search, filter button and active filters. */
export function ListToolbar({ filters, onChange }: ListToolbarProps) {
  const [open, setOpen] = useState(false)
  const search = useCallback((q: string) => onChange({ q }), [onChange])
  const active = activeFilters(filters)
  const filterButton = useRef<HTMLButtonElement>(null)
  const remove = (name: keyof ListFilters) => {
    onChange({ [name]: '' })
    // The focused button is removed with its filter.
    filterButton.current?.focus()
  }
  return (
    <div className="grid grid-cols-1 gap-3">
      <div className="flex gap-2">
        <SearchBox value={filters.q} onSearch={search} />
        <Button variant="secondary" ref={filterButton} onClick={() => setOpen(true)}>
          <ListFilter size={16} aria-hidden />
          Filter
        </Button>
      </div>
      {active.length > 0 && (
        <ul aria-label="Active filters" className="flex flex-wrap gap-2">
          {active.map(({ name, text }) => (
            <li key={name} className="max-w-full">
              <button
                type="button"
                onClick={() => remove(name)}
                className="inline-flex max-w-full items-center gap-1.5 rounded-full border border-line bg-surface py-0.5 pr-2 pl-3 text-13 hover:border-line-strong"
              >
                <span className="sr-only">Remove filter </span>
                <span className="truncate">{text}</span>
                <X size={14} aria-hidden className="shrink-0 text-muted" />
              </button>
            </li>
          ))}
        </ul>
      )}
      <FilterDialog filters={filters} open={open} onOpenChange={setOpen} onApply={onChange} />
    </div>
  )
}

/** Delay after the last key press before the server is queried, ms. */
const REST_MS = 250

/** Searches while the user types. */
function SearchBox({ value, onSearch }: { value: string; onSearch: (q: string) => void }) {
  const [typed, setTyped] = useState(value)
  const [known, setKnown] = useState(value)
  const rested = useDebounced(typed, REST_MS)
  // The search was changed elsewhere (cleared, or by the back button).
  if (value !== known) {
    setKnown(value)
    if (value !== typed.trim()) setTyped(value)
  }
  useEffect(() => {
    if (rested === typed && rested.trim() !== known) onSearch(rested.trim())
  }, [rested, typed, known, onSearch])
  return (
    <div className="relative min-w-0 flex-1 sm:max-w-80">
      <Search
        size={17}
        aria-hidden
        className="pointer-events-none absolute top-1/2 left-3 -translate-y-1/2 text-muted"
      />
      <input
        type="search"
        aria-label="Search microsites"
        placeholder="Search microsites"
        maxLength={200}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
        className={`${INPUT} h-10 pl-9.5`}
      />
    </div>
  )
}
