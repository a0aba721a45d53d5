import { useState, type SyntheticEvent } from 'react'
import { daysBeginningWith } from '@callfolio/shared/date-prefix.ts'
import { Banner } from '@callfolio/shared/ui/banner.tsx'
import { buttonClass } from '@callfolio/shared/ui/button.ts'
import { TextField } from '@callfolio/shared/ui/field.tsx'
import { Choice } from '../../ui/choice.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { NO_FILTERS, type ListFilters } from './list-filters.ts'
import { TagDot } from '../tags/tag-marks.tsx'
import { useTags } from '../tags/use-tags.ts'

type Chosen = Omit<ListFilters, 'q'>

interface FilterDialogProps {
  filters: ListFilters
  onApply: (chosen: Chosen) => void
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** Narrows the list by tag and date, and sorts it by views. */
export function FilterDialog({ filters, onApply, open, onOpenChange }: FilterDialogProps) {
  const apply = (chosen: Chosen) => {
    onApply(chosen)
    onOpenChange(false)
  }
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Filter Microsites"
      description="Only microsites that match everything chosen here are listed."
    >
      <FilterForm filters={filters} onApply={apply} />
    </Dialog>
  )
}

/** With hyphens that don’t end a line. */
const HINT = 'A day or how it begins: 2026\u201111\u201121, 2026\u201111 or 2026.'

const SORTS = [
  { value: '', text: 'Newest first' },
  { value: 'views_desc', text: 'Most views' },
  { value: 'views_asc', text: 'Fewest views' },
] as const

function FilterForm({ filters, onApply }: { filters: ListFilters; onApply: (chosen: Chosen) => void }) {
  const { data: tags = [] } = useTags()
  const [tag, setTag] = useState(filters.tag)
  const [created, setCreated] = useState(filters.created)
  const [sort, setSort] = useState<ListFilters['sort']>(filters.sort)
  const [problem, setProblem] = useState<string | null>(null)

  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    const date = created.trim()
    if (date !== '' && daysBeginningWith(date) === null)
      return setProblem('Please enter a date as 2026-11-21, or how it begins.')
    onApply({ tag, created: date, sort })
  }
  const tagOptions = tags.map(({ name, color }) => ({
    value: name,
    text: (
      <>
        <TagDot color={color} />
        <span className="min-w-0 truncate">{name}</span>
      </>
    ),
  }))

  return (
    <form noValidate onSubmit={submit} className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-5">
      {tags.length > 0 && (
        <Choice legend="Tag" options={[{ value: '', text: 'Any' }, ...tagOptions]} value={tag} onChange={setTag} />
      )}
      <TextField
        label="Created"
        optional
        placeholder="2026-11"
        maxLength={10}
        hint={HINT}
        value={created}
        onChange={({ target }) => {
          setCreated(target.value)
          setProblem(null)
        }}
      />
      <Choice legend="Views" options={SORTS} value={sort} onChange={setSort} />
      {problem !== null && <Banner tone="danger">{problem}</Banner>}
      <div className="flex justify-end gap-2">
        <button type="button" onClick={() => onApply(NO_FILTERS)} className={buttonClass('secondary')}>
          Clear
        </button>
        <button type="submit" className={buttonClass()}>
          Apply Filters
        </button>
      </div>
    </form>
  )
}
