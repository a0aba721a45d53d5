import { useEffect, useState } from 'react'
import { Banner } from '@callfolio/shared/ui/banner.tsx'
import { LoadError } from '@callfolio/shared/ui/load-error.tsx'
import { UnreachableNote } from '@callfolio/shared/ui/unreachable-note.tsx'
import { useNow } from '../../lib/hooks.ts'
import { Choice } from '@callfolio/shared/ui/choice.tsx'
import { sectionsInShort } from '../sharing/link-terms.ts'
import { useLinks } from '../sharing/use-links.ts'
import { MakeLink } from './make-link.tsx'
import { openLinks, type ChosenLink } from './open-links.ts'

const TICK_MS = 10_000
const NEEDS = {
  password: 'Recipients need this link’s password. Send it separately.',
  email: 'Recipients enter their email address first.',
} as const

interface LinkChoiceProps {
  micrositeId: string
  link: ChosenLink | null
  onChoose: (link: ChosenLink | null) => void
}

/** Selects the email's link: none, an active one, or a new one. Nothing is shared before it is chosen. */
export function LinkChoice({ micrositeId, link, onChoose }: LinkChoiceProps) {
  const { data, isError, refetch } = useLinks()
  const [making, setMaking] = useState(false)
  const open = openLinks(data ?? [], micrositeId, useNow(TICK_MS))
  const known = open.find(({ id }) => id === link?.id)
  const over = data !== undefined && link !== null && known === undefined
  useEffect(() => {
    // Its sections were changed elsewhere.
    if (known && String(known.sections) !== String(link?.sections)) onChoose(known)
  }, [known, link, onChoose])
  const options = [
    { value: 'none', text: 'No link' },
    ...open.map(({ id, name }) => ({ value: id, text: <span className="truncate">{name}</span> })),
    { value: 'new', text: 'New link' },
  ]
  const choose = (value: string) => {
    setMaking(value === 'new')
    if (value !== 'new') onChoose(open.find(({ id }) => id === value) ?? null)
  }
  return (
    <div className="grid min-w-0 grid-cols-1 gap-3">
      <Choice
        legend="Link in the email"
        options={options}
        value={making ? 'new' : (link?.id ?? 'none')}
        onChange={choose}
      />
      {isError && <LoadError onRetry={() => void refetch()}>Failed to load shared links.</LoadError>}
      {making && (
        <MakeLink
          micrositeId={micrositeId}
          onMade={(made) => {
            setMaking(false)
            onChoose(made)
          }}
        />
      )}
      {!making && link && (
        <>
          {over && <Banner tone="warning">The link in this email no longer works. Choose another one.</Banner>}
          {!over && link.needs !== null && <p className="text-13 text-muted">{NEEDS[link.needs]}</p>}
          {link.sections !== null && (
            <p className="text-13 text-muted">
              The email includes only what this link shows: {sectionsInShort(link.sections)}.
            </p>
          )}
          {!link.reachable && <UnreachableNote />}
        </>
      )}
    </div>
  )
}
