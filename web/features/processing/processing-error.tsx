import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { TOO_LONG_START } from '@callfolio/shared/recording-limits.ts'
import { Banner } from '@callfolio/shared/ui/banner.tsx'
import { buttonClass } from '@callfolio/shared/ui/button.ts'

interface ProcessingErrorProps {
  message: string
  onRetry: () => void
  retrying: boolean
  /** Why the last retry was not possible. */
  problem: string | null
  /** More ways on. */
  children?: ReactNode
}

/** The Processing Error panel: what happened, what is safe, what to do. */
export function ProcessingError({ message, onRetry, retrying, problem, children }: ProcessingErrorProps) {
  const tooLong = message.startsWith(TOO_LONG_START)
  return (
    <section aria-labelledby="processing-error" className="grid gap-4">
      <h2 id="processing-error" className="text-21 font-semibold tracking-tight">
        Processing Error
      </h2>
      <Banner tone="danger">
        <p>{message}</p>
        <p className="mt-1 text-13 text-muted">Your recording is kept.</p>
      </Banner>
      {problem !== null && (
        <p role="alert" className="text-15 text-danger">
          {problem}
        </p>
      )}
      <div className="flex flex-wrap gap-3">
        {tooLong && (
          <Link to="/pricing" className={buttonClass()}>
            Upgrade Plan
          </Link>
        )}
        <button
          type="button"
          onClick={onRetry}
          disabled={retrying}
          className={buttonClass(tooLong ? 'secondary' : 'primary')}
        >
          {retrying ? 'Retrying...' : 'Retry Processing'}
        </button>
        {children}
        <Link to="/dashboard" className={buttonClass('secondary')}>
          Go to Dashboard
        </Link>
      </div>
    </section>
  )
}
