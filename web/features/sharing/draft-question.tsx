import { useState } from 'react'
import { Link } from 'react-router'
import { buttonClass } from '@callfolio/shared/ui/button.ts'
import { useMicrosite } from '../library/use-microsite.ts'

const keyOf = (id: string) => `draft-shared:${id}`

/**
 * Whether its owner is still to be asked before a draft is shared, which is done once for each page.
 * @returns due: null while it is not known whether the page is a draft.
 */
export function useDraftQuestion(id: string, preparing: boolean): { due: boolean | null; answer: () => void } {
  const [asked, setAsked] = useState(() => localStorage.getItem(keyOf(id)) !== null)
  const { data, isError } = useMicrosite(id)
  const answer = () => {
    localStorage.setItem(keyOf(id), 'yes')
    setAsked(true)
  }
  if (asked || preparing || isError) return { due: false, answer }
  return { due: data === undefined ? null : data.transcript_info?.draft === true, answer }
}

/** Asks whether a draft is to be shared as it is. */
export function DraftQuestion({ id, onShare, onLeave }: { id: string; onShare: () => void; onLeave: () => void }) {
  return (
    <div className="flex flex-wrap justify-end gap-2">
      <Link to={`/microsite/${encodeURIComponent(id)}`} onClick={onLeave} className={buttonClass('secondary')}>
        Make it better first
      </Link>
      <button type="button" onClick={onShare} className={buttonClass()}>
        Share the draft
      </button>
    </div>
  )
}
