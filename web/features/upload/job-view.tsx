import { Share2 } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { Link } from '../../ui/link.tsx'
import type { Microsite } from '@callfolio/shared/contract/microsite.ts'
import { Button, buttonClass, TEXT_LINK } from '@callfolio/shared/ui/button.tsx'
import { TitleEditor } from '@callfolio/shared/ui/title-editor.tsx'
import { PageTitle } from '../../ui/page-title.tsx'
import { useSaveEdit } from '../microsite/edit/use-draft.ts'
import { MicrositeDocument } from '../microsite/read/microsite-document.tsx'
import { useBegunMicrosite, useMicrosite } from '../library/use-microsite.ts'
import { JobProgress } from '../processing/job-progress.tsx'
import { useEstimate, useProcessing } from '../processing/unfinished-job.tsx'
import { ShareDialog } from '../sharing/share-dialog.tsx'
import { UploadFrame } from './upload-frame.tsx'

interface JobViewProps {
  id: string
  /** Estimated duration in seconds; null: unknown. */
  estimate: number | null
  /** A model is known to do the transcription. */
  byModel: boolean
}

/** A recording being processed on the server, then its finished page. */
export function JobView({ id, estimate, byModel }: JobViewProps) {
  const { poll, restart } = useProcessing(id)
  const { data: microsite } = useMicrosite(id)
  const ownEstimate = useEstimate(microsite)
  if (poll.phase === 'ready' && microsite) return <ReadyView microsite={microsite} />
  return (
    <UploadFrame title={poll.phase === 'polling' ? 'Creating your microsite' : 'Your microsite'}>
      {microsite && <Title microsite={microsite} />}
      <JobProgress id={id} poll={poll} onRestart={restart} estimate={estimate ?? ownEstimate} byModel={byModel} />
      {poll.phase === 'polling' && (
        <div className="mt-6 grid justify-items-start gap-4 text-15">
          {microsite && <ShareEarly microsite={microsite} />}
          <Link to="/upload" className={TEXT_LINK}>
            Upload another meeting
          </Link>
        </div>
      )}
    </UploadFrame>
  )
}

interface SendingViewProps {
  id: string
  /** The server has its page. */
  begun: boolean
  children: ReactNode
}

/** A file being sent: its page can already be renamed and linked to. */
export function SendingView({ id, begun, children }: SendingViewProps) {
  const { data: microsite } = useBegunMicrosite(id, begun)
  return (
    <>
      {microsite && <Title microsite={microsite} />}
      {children}
      {microsite && (
        <div className="mt-6">
          <ShareEarly microsite={microsite} />
        </div>
      )}
    </>
  )
}

function Title({ microsite: { id, title } }: { microsite: Microsite }) {
  const saveEdit = useSaveEdit(id)
  return (
    <div className="-mt-6 mb-6">
      <TitleEditor
        title={title}
        placeholder="Untitled Microsite"
        onSave={async (text) => {
          if (!(await saveEdit({ title: text }, 'Title saved.')))
            throw new Error('We couldn’t save the title. Try again.')
        }}
      />
    </div>
  )
}

/** A link can be created before its page is ready. */
function ShareEarly({ microsite }: { microsite: Microsite }) {
  const [sharing, setSharing] = useState(false)
  return (
    <div className="grid justify-items-start gap-2">
      <Button variant="secondary" size="sm" onClick={() => setSharing(true)}>
        <Share2 size={14} aria-hidden />
        Share now
      </Button>
      <p className="text-13 text-muted">A link works right away. Sections appear as they’re ready.</p>
      <ShareDialog microsite={microsite} open={sharing} onOpenChange={setSharing} />
    </div>
  )
}

/** "Your Microsite is Ready!": sharing it, and its summary. */
function ReadyView({ microsite }: { microsite: Microsite }) {
  const [sharing, setSharing] = useState(false)
  return (
    <>
      <PageTitle>{microsite.title}</PageTitle>
      <div role="status" className="border-b border-line bg-success-soft">
        <div className="mx-auto flex max-w-[75rem] flex-wrap items-center justify-between gap-x-6 gap-y-3 px-5 py-4 sm:px-8">
          <p className="text-21 font-semibold tracking-tight">Your Microsite is Ready!</p>
          <div className="flex flex-wrap gap-2">
            <Button size="sm" onClick={() => setSharing(true)}>
              <Share2 size={14} aria-hidden />
              Share
            </Button>
            <Link to={`/microsite/${microsite.id}`} className={buttonClass('secondary', 'sm')}>
              Open microsite
            </Link>
            <Link to="/dashboard" className={buttonClass('secondary', 'sm')}>
              Go to Dashboard
            </Link>
          </div>
        </div>
      </div>
      <main>
        <MicrositeDocument microsite={microsite} />
      </main>
      <ShareDialog microsite={microsite} open={sharing} onOpenChange={setSharing} />
    </>
  )
}
