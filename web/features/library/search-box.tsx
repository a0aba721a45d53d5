import { Search } from 'lucide-react'
import { useEffect, useState } from 'react'
import { INPUT } from '@callfolio/shared/ui/field.tsx'
import { useDebounced } from '../../lib/use-debounced.ts'

/** ms without a key before the server is asked. */
const REST_MS = 250

/** Searches while one types. */
export function SearchBox({ value, onSearch }: { value: string; onSearch: (q: string) => void }) {
  const [typed, setTyped] = useState(value)
  const [known, setKnown] = useState(value)
  const rested = useDebounced(typed, REST_MS)
  // The search was changed elsewhere (cleared, or the way back).
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
