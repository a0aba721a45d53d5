import type { ReactNode } from 'react'
import { Link } from '../../ui/link.tsx'
import { getWayOut, WAYS_OUT, type Failure } from '@callfolio/shared/failures.ts'
import { Banner } from '@callfolio/shared/ui/banner.tsx'
import { Button, buttonClass } from '@callfolio/shared/ui/button.tsx'
import { leadsOn, WayOutHint, WayOutLink } from '@callfolio/shared/ui/way-out.tsx'
import { WAY_OUT_LINKS } from '../../ui/way-out-links.tsx'

interface ProcessingErrorProps {
  /** Status of the microsite. */
  id: string
  failure: Failure
  onRetry: () => void
  retrying: boolean
  /** Why the last retry failed to start. */
  problem: string | null
  /** More actions. */
  children?: ReactNode
}

/** The Processing Error panel: what happened, what is safe, what to do. */
export function ProcessingError({ id, failure, onRetry, retrying, problem, children }: ProcessingErrorProps) {
  // The most helpful action comes first.
  const childrenLead = children !== undefined && getWayOut(failure) === 'add_transcript'
  const leads = childrenLead || leadsOn({ failure, links: WAY_OUT_LINKS })
  return (
    <section aria-labelledby="processing-error" className="grid gap-4">
      <h2 id="processing-error" className="text-21 font-semibold tracking-tight">
        Processing Error
      </h2>
      <Banner tone="danger">
        <p>{failure.message}</p>
        <p className="mt-1 text-13 text-muted empty:hidden">
          {failure.retryable && getWayOut(failure) !== 'choose_file' && 'Your recording is saved. '}
          <WayOutHint failure={failure} links={WAY_OUT_LINKS} />
        </p>
      </Banner>
      {problem !== null && (
        <p role="alert" className="text-15 text-danger">
          {problem}
        </p>
      )}
      <div className="flex flex-wrap gap-3">
        <WayOutLink failure={failure} links={WAY_OUT_LINKS} site={id} className={buttonClass()} />
        {childrenLead && children}
        {failure.retryable && (
          <Button variant={leads ? 'secondary' : 'primary'} onClick={onRetry} disabled={retrying}>
            {retrying ? 'Retrying...' : WAYS_OUT.try_again.action}
          </Button>
        )}
        {!childrenLead && children}
        <Link to="/dashboard" className={buttonClass('secondary')}>
          Go to Dashboard
        </Link>
      </div>
    </section>
  )
}
