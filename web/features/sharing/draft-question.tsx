import { useState } from 'react'
import { Link } from 'react-router'
import type { Microsite } from '@callfolio/shared/contract/microsite.ts'
import { buttonClass } from '@callfolio/shared/ui/button.ts'
import { useMicrosite } from '../library/use-microsite.ts'
import { damageSentence } from '../microsite/read/damage-notice.tsx'

/** What an owner is asked before a page is shared that is not what it should be. */
export interface DraftQuestionText {
  title: string
  description: string
  leave: string
  /** Absent: the transcript isn't to blame. */
  withoutTranscript?: string
  share: string
}

const DRAFT: DraftQuestionText = {
  title: 'This page is a draft',
  description: 'Its transcript is automatic, and many words may be wrong. You can leave it out of the link.',
  leave: 'Make it better first',
  withoutTranscript: 'Leave out the transcript',
  share: 'Share the draft',
}

const damaged = (damage: NonNullable<Microsite['damage']>): DraftQuestionText => ({
  title: damage.held_ms < damage.stated_ms ? 'Part of this recording is missing' : 'Part of this recording is damaged',
  description: damageSentence(damage),
  leave: 'Look at the page first',
  share: 'Share what there is',
})

const keyOf = (id: string) => `draft-shared:${id}`

/**
 * Whether its owner is still to be asked before a draft or a damaged recording is shared, which is done once for each page.
 * @returns question: undefined while it is not known, null when there is none.
 */
export function useDraftQuestion(
  id: string,
  preparing: boolean,
): { question: DraftQuestionText | null | undefined; answer: () => void } {
  const [asked, setAsked] = useState(() => localStorage.getItem(keyOf(id)) !== null)
  const { data, isError } = useMicrosite(id)
  const answer = () => {
    localStorage.setItem(keyOf(id), 'yes')
    setAsked(true)
  }
  if (asked || preparing || isError) return { question: null, answer }
  return { question: data && questionOf(data), answer }
}

function questionOf({ damage, transcript_info: info }: Microsite): DraftQuestionText | null {
  if (damage) return damaged(damage)
  return info?.draft === true ? DRAFT : null
}

interface DraftQuestionProps {
  id: string
  question: DraftQuestionText
  onShare: () => void
  onLeaveOut: () => void
  onLeave: () => void
}

/** The answers to what an owner is asked. */
export function DraftQuestion({ id, question, onShare, onLeaveOut, onLeave }: DraftQuestionProps) {
  return (
    <div className="flex flex-wrap justify-end gap-2">
      <Link to={`/microsite/${encodeURIComponent(id)}`} onClick={onLeave} className={buttonClass('secondary')}>
        {question.leave}
      </Link>
      {question.withoutTranscript !== undefined && (
        <button type="button" onClick={onLeaveOut} className={buttonClass('secondary')}>
          {question.withoutTranscript}
        </button>
      )}
      <button type="button" onClick={onShare} className={buttonClass()}>
        {question.share}
      </button>
    </div>
  )
}
