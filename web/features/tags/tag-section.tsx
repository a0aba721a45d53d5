import { useState } from 'react'
import { Button } from '@callfolio/shared/ui/button.tsx'
import { LoadError } from '@callfolio/shared/ui/load-error.tsx'
import { useMediaQuery } from '../../lib/hooks.ts'
import { CreateTagButton } from './create-tag-button.tsx'
import { TagItem } from './tag-item.tsx'
import { useTags } from './use-tags.ts'

/** Number of tags shown before the user expands the list, so that the microsites stay visible. */
const FIRST = { wide: 6, phone: 3 } as const

/** The user's tags: create, edit, delete. */
export function TagSection() {
  const { data: tags, isError, refetch } = useTags()
  const [all, setAll] = useState(false)
  const first = useMediaQuery('(min-width: 40rem)') ? FIRST.wide : FIRST.phone
  return (
    <section aria-labelledby="tags" className="grid grid-cols-1 gap-4">
      <div className="flex items-center justify-between gap-4">
        <h2 id="tags" className="text-17 font-semibold">
          Tag Management
        </h2>
        <CreateTagButton />
      </div>
      {isError && <LoadError onRetry={() => void refetch()}>Failed to load tags.</LoadError>}
      {tags === undefined && !isError && (
        <div
          role="status"
          aria-label="Loading tags"
          className="grid animate-breathe gap-3 sm:grid-cols-2 lg:grid-cols-3"
        >
          <div className="h-[60px] rounded bg-line" />
        </div>
      )}
      {tags?.length === 0 && (
        <p className="py-2.5 text-15 text-muted">
          No tags yet. Use them to organize microsites by account, stage or product.
        </p>
      )}
      {tags && tags.length > 0 && (
        <ul className="grid grid-cols-1 gap-3 sm:grid-cols-2 lg:grid-cols-3">
          {(all ? tags : tags.slice(0, first)).map((tag) => (
            <TagItem key={tag.id} tag={tag} />
          ))}
        </ul>
      )}
      {tags && tags.length > first && (
        <Button
          variant="quiet"
          size="sm"
          aria-expanded={all}
          onClick={() => setAll(!all)}
          className="justify-self-start -ml-3"
        >
          {all ? 'Show fewer' : `Show all ${tags.length} tags`}
        </Button>
      )}
    </section>
  )
}
