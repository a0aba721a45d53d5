import type { UploadEntry } from '@callfolio/shared/client/uploads/upload-entry.ts'
import { getWayOut, WAYS_OUT, type Failure } from '@callfolio/shared/failures.ts'
import { Banner } from '@callfolio/shared/ui/banner.tsx'
import { Button, buttonClass } from '@callfolio/shared/ui/button.tsx'
import { leadsOn, WayOutHint, WayOutLink } from '@callfolio/shared/ui/way-out.tsx'
import { MICROSITE_WAY_OUT_LINKS, WAY_OUT_LINKS, WebLink } from '../web-link.tsx'
import { CardTitle } from './card-title.tsx'
import { useUploadActions } from './use-upload-actions.ts'

interface FailedUploadProps {
  entry: UploadEntry
  failure: Failure
  /** The server rejects the file: there is nothing to retry. */
  refused?: boolean
}

/** A recording that failed to become a microsite: what happened, what is safe, what to do. */
export function FailedUpload({ entry, failure, refused = false }: FailedUploadProps) {
  const { retry, dismiss, busy, problem } = useUploadActions(entry.id)
  const isKept = !refused && failure.retryable
  // Its dialog is on the microsite's page.
  const needsTranscript = getWayOut(failure) === 'add_transcript'
  const links = entry.micrositeId === null ? WAY_OUT_LINKS : MICROSITE_WAY_OUT_LINKS
  const leads = needsTranscript || leadsOn({ failure, links })
  return (
    <div className="grid grid-cols-1 gap-3">
      <CardTitle entry={entry} />
      <p className="text-17 font-semibold">Processing Error</p>
      <Banner tone="danger">
        <p>{failure.message}</p>
        {!refused && (
          <p className="mt-1 text-13 text-muted empty:hidden">
            {isKept && getWayOut(failure) !== 'choose_file' && 'Your recording is saved. '}
            <WayOutHint failure={failure} links={links} />
          </p>
        )}
      </Banner>
      {problem !== null && (
        <p role="alert" className="text-13 text-danger">
          {problem}
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        <WayOutLink
          failure={failure}
          links={links}
          site={entry.micrositeId ?? undefined}
          className={buttonClass('primary', 'sm')}
        />
        {isKept && (
          <Button variant={leads ? 'secondary' : 'primary'} size="sm" disabled={busy} onClick={retry}>
            {WAYS_OUT.try_again.action}
          </Button>
        )}
        {!refused && entry.micrositeId !== null && (
          <WebLink
            to={`/microsite/${encodeURIComponent(entry.micrositeId)}`}
            className={buttonClass(needsTranscript ? 'primary' : 'secondary', 'sm')}
          >
            {needsTranscript ? WAYS_OUT.add_transcript.action : 'Open'}
          </WebLink>
        )}
        <Button variant="quiet" size="sm" disabled={busy} onClick={dismiss}>
          Dismiss
        </Button>
      </div>
    </div>
  )
}
