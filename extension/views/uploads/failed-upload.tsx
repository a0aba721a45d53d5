import { TOO_LONG_START } from '@callfolio/shared/recording-limits.ts'
import type { UploadEntry } from '@callfolio/shared/client/upload-entry.ts'
import { Banner } from '@callfolio/shared/ui/banner.tsx'
import { buttonClass } from '@callfolio/shared/ui/button.ts'
import { PricingLink, WebLink } from '../web-link.tsx'
import { CardTitle } from './card-title.tsx'
import { useUploadActions } from './use-upload-actions.ts'

interface FailedUploadProps {
  entry: UploadEntry
  message: string
  /** The server does not take the file: there is nothing to try again. */
  refused?: boolean
}

/** A recording that no microsite came of: what happened, what is safe, what to do. */
export function FailedUpload({ entry, message, refused = false }: FailedUploadProps) {
  const { retry, dismiss, busy, problem } = useUploadActions(entry.id)
  const tooLong = message.startsWith(TOO_LONG_START)
  return (
    <div className="grid grid-cols-1 gap-3">
      <CardTitle entry={entry} />
      <p className="text-17 font-semibold">Processing Error</p>
      <Banner tone="danger">
        <p>{message}</p>
        {!refused && <p className="mt-1 text-13 text-muted">Your recording is kept.</p>}
      </Banner>
      {problem !== null && (
        <p role="alert" className="text-13 text-danger">
          {problem}
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        {tooLong && <PricingLink className={buttonClass('primary', 'sm')}>Upgrade Plan</PricingLink>}
        {!refused && (
          <button
            type="button"
            disabled={busy}
            onClick={retry}
            className={buttonClass(tooLong ? 'secondary' : 'primary', 'sm')}
          >
            Retry Processing
          </button>
        )}
        {!refused && entry.micrositeId !== null && (
          <WebLink
            to={`/microsite/${encodeURIComponent(entry.micrositeId)}`}
            className={buttonClass('secondary', 'sm')}
          >
            Open
          </WebLink>
        )}
        <button type="button" disabled={busy} onClick={dismiss} className={buttonClass('quiet', 'sm')}>
          Dismiss
        </button>
      </div>
    </div>
  )
}
