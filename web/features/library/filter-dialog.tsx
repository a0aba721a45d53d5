import { useState, type SyntheticEvent } from 'react'
import { Banner } from '@callfolio/shared/ui/banner.tsx'
import { Button } from '@callfolio/shared/ui/button.tsx'
import { TextField } from '@callfolio/shared/ui/field.tsx'
import { Choice } from '@callfolio/shared/ui/choice.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { isFilterValue, NO_FILTERS, TEXT_FILTER_NAMES, TEXT_FILTERS, type ListFilters } from './list-filters.ts'
import { TagDot } from '../tags/tag-marks.tsx'
import { useTags } from '../tags/use-tags.ts'

interface FilterDialogProps {
  filters: ListFilters
  onApply: (chosen: Omit<ListFilters, 'q'>) => void
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** Filters the list by tag and date, and sorts it by views. */
export function FilterDialog({ filters, onApply, open, onOpenChange }: FilterDialogProps) {
  // The search box may change while the dialog is open, so its value is kept separate.
  const apply = ({ q: _, ...chosen }: ListFilters) => {
    onApply(chosen)
    onOpenChange(false)
  }
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Filter Microsites"
      description="Shows microsites that match all filters."
    >
      <FilterForm filters={filters} onApply={apply} />
    </Dialog>
  )
}

const SORTS = [
  { value: '', text: 'Newest first' },
  { value: 'views_desc', text: 'Most views' },
  { value: 'views_asc', text: 'Fewest views' },
] as const

function FilterForm({ filters, onApply }: { filters: ListFilters; onApply: (chosen: ListFilters) => void }) {
  const { data: tags = [] } = useTags()
  const [chosen, setChosen] = useState(filters)
  const [problem, setProblem] = useState<string | null>(null)
  const change = (part: Partial<ListFilters>) => {
    setChosen((before) => ({ ...before, ...part }))
    setProblem(null)
  }

  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    const trimmed = { ...chosen }
    for (const name of TEXT_FILTER_NAMES) trimmed[name] = chosen[name].trim()
    const refused = TEXT_FILTER_NAMES.find((name) => trimmed[name] !== '' && !isFilterValue(name, trimmed[name]))
    if (refused === undefined) onApply(trimmed)
    else setProblem(TEXT_FILTERS[refused].refusal)
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
        <Choice
          legend="Tag"
          options={[{ value: '', text: 'Any' }, ...tagOptions]}
          value={chosen.tag}
          onChange={(tag) => change({ tag })}
        />
      )}
      {TEXT_FILTER_NAMES.map((name) => {
        const { refusal: _, ...field } = TEXT_FILTERS[name]
        return (
          <TextField
            key={name}
            {...field}
            optional
            value={chosen[name]}
            onChange={({ target }) => change({ [name]: target.value })}
          />
        )
      })}
      <Choice legend="Sort by" options={SORTS} value={chosen.sort} onChange={(sort) => change({ sort })} />
      {problem !== null && <Banner tone="danger">{problem}</Banner>}
      <div className="flex justify-end gap-2">
        <Button variant="secondary" onClick={() => onApply(NO_FILTERS)}>
          Clear
        </Button>
        <Button type="submit">Apply filters</Button>
      </div>
    </form>
  )
}
