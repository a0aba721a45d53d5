import { ChevronDown, ChevronUp, Search } from 'lucide-react'
import { useEffect, useRef, type KeyboardEvent } from 'react'
import { INPUT } from '@callfolio/shared/ui/field.tsx'
import { IconButton } from '@callfolio/shared/ui/icon-button.tsx'
import { useTranscriptSearch } from './search-context.tsx'

/**
 * Searches the transcript. Enter and Shift+Enter go to the next and previous match, Escape ends it; `/` focuses it.
 */
export function SearchField({ shortcut = false }: { shortcut?: boolean }) {
  const { query, setQuery, count, current, move } = useTranscriptSearch()
  const input = useRef<HTMLInputElement>(null)
  const searching = query.trim() !== ''

  useEffect(() => {
    if (!shortcut) return undefined
    const onSlash = (event: globalThis.KeyboardEvent) => {
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return
      event.preventDefault()
      input.current?.focus()
    }
    addEventListener('keydown', onSlash)
    return () => removeEventListener('keydown', onSlash)
  }, [shortcut])

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') move(event.shiftKey ? -1 : 1)
    else if (event.key === 'Escape' && query !== '') setQuery('')
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <search className="flex min-w-0 flex-1 items-center gap-1">
      <div className="relative min-w-0 flex-1">
        <Search
          size={15}
          aria-hidden
          className="pointer-events-none absolute top-1/2 left-2.5 -translate-y-1/2 text-muted"
        />
        <input
          ref={input}
          type="search"
          aria-label="Search the transcript"
          placeholder="Search the transcript"
          value={query}
          onChange={(event) => setQuery(event.target.value)}
          onKeyDown={onKeyDown}
          className={`${INPUT} h-8 py-0 pr-2 pl-8 text-13 [&::-webkit-search-cancel-button]:hidden`}
        />
      </div>
      <span
        role="status"
        className="min-w-14 text-center text-13 whitespace-nowrap text-muted tabular-nums empty:hidden"
      >
        {searching ? (count === 0 ? 'No matches' : `${current + 1} of ${count}`) : null}
      </span>
      {searching && count > 0 && (
        <>
          <IconButton
            label="Previous match"
            icon={ChevronUp}
            iconSize={16}
            onClick={() => move(-1)}
            className="shrink-0"
          />
          <IconButton
            label="Next match"
            icon={ChevronDown}
            iconSize={16}
            onClick={() => move(1)}
            className="shrink-0"
          />
        </>
      )}
    </search>
  )
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
}
