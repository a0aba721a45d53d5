import { useState } from 'react'
import { Link } from '../../ui/link.tsx'
import type { Microsite } from '@callfolio/shared/contract/microsite.ts'
import { Button, buttonClass } from '@callfolio/shared/ui/button.tsx'
import { useMicrosite } from '../library/use-microsite.ts'
import { getPrivateLines } from '../microsite/notices/private-lines-notice.tsx'
import { damageSentence } from '../microsite/notices/damage-notice.tsx'

/** A question to the owner before they share a page with problems. */
export interface DraftQuestionText {
  kind: 'private' | 'damaged' | 'draft'
  title: string
  description: string
  leave: string
  /** Offers a link without the transcript. */
  withoutTranscript: boolean
  share: string
}

const PRIVATE: DraftQuestionText = {
  kind: 'private',
  title: 'Some lines may be private',
  description: 'Recipients could read them in the transcript. The video is off unless you add it.',
  leave: 'Review lines',
  withoutTranscript: true,
  share: 'Share with transcript',
}

const DRAFT: DraftQuestionText = {
  kind: 'draft',
  title: 'This transcript is a draft',
  description: 'Many words may be wrong. You can leave the transcript out of the link.',
  leave: 'Improve transcript',
  withoutTranscript: true,
  share: 'Share draft',
}

const damaged = (damage: NonNullable<Microsite['damage']>): DraftQuestionText => ({
  kind: 'damaged',
  title: damage.held_ms < damage.stated_ms ? 'Part of this recording is missing' : 'Part of this recording is damaged',
  description: damageSentence(damage),
  leave: 'Open microsite',
  withoutTranscript: false,
  share: 'Share anyway',
})

const getKey = ({ kind }: DraftQuestionText, id: string) => `${kind}-shared:${id}`

/**
 * Open questions before a page is shared with private lines, as a draft or with a damaged recording; each is asked
 * once per page.
 * @returns question: undefined while unknown, null when there is none.
 */
export function useDraftQuestion(
  id: string,
  preparing: boolean,
): { question: DraftQuestionText | null | undefined; answer: () => void } {
  const [, setAnswers] = useState(0)
  const { data, isError } = useMicrosite(id)
  if (preparing || isError) return { question: null, answer: () => undefined }
  const open = data && getQuestions(data).find((question) => localStorage.getItem(getKey(question, id)) === null)
  const answer = () => {
    if (open) localStorage.setItem(getKey(open, id), 'yes')
    setAnswers((count) => count + 1)
  }
  return { question: data && (open ?? null), answer }
}

function getQuestions(site: Microsite): DraftQuestionText[] {
  const { damage, transcript_info: info } = site
  return [
    ...(getPrivateLines(site).length > 0 ? [PRIVATE] : []),
    ...(damage ? [damaged(damage)] : []),
    ...(info?.draft === true ? [DRAFT] : []),
  ]
}

interface DraftQuestionProps {
  id: string
  question: DraftQuestionText
  onShare: () => void
  onLeaveOut: () => void
  onLeave: () => void
}

/** The answers to the question. */
export function DraftQuestion({ id, question, onShare, onLeaveOut, onLeave }: DraftQuestionProps) {
  return (
    <div className="flex flex-wrap justify-end gap-2">
      <Link to={`/microsite/${encodeURIComponent(id)}`} onClick={onLeave} className={buttonClass('secondary')}>
        {question.leave}
      </Link>
      {question.withoutTranscript && (
        <Button variant="secondary" onClick={onLeaveOut}>
          Share without transcript
        </Button>
      )}
      <Button onClick={onShare}>{question.share}</Button>
    </div>
  )
}
