import type { ComponentType, ReactNode } from 'react'
import { wayOutOf, WAYS_OUT, type Failure, type WayOut } from '../failures.ts'

/** Where the ways out lead from a page; one that is absent has no link there. */
export type WayOutLinks = Partial<Record<WayOut, ComponentType<WayOutLinkProps>>>

export interface WayOutLinkProps {
  className: string
  children: ReactNode
  /** The microsite that failed. */
  site?: string | undefined
}

interface WayOutProps {
  failure: Pick<Failure, 'code' | 'retryable'>
  links: WayOutLinks
}

/** Whether the page has a link for a failure's way out. */
export function leadsOn({ failure, links }: WayOutProps): boolean {
  const wayOut = wayOutOf(failure)
  return wayOut !== null && WAYS_OUT[wayOut].action !== null && links[wayOut] !== undefined
}

/** The link that leads on from a failure; nothing where the page has none. */
export function WayOutLink({
  failure,
  links,
  className,
  site,
}: WayOutProps & Pick<WayOutLinkProps, 'className' | 'site'>) {
  const wayOut = wayOutOf(failure)
  const To = wayOut === null ? undefined : links[wayOut]
  if (wayOut === null || To === undefined) return null
  return (
    <To className={className} site={site}>
      {WAYS_OUT[wayOut].action}
    </To>
  )
}

/** What to do about a failure, in words, where no link leads on. */
export function WayOutHint({ failure, links }: WayOutProps) {
  const wayOut = wayOutOf(failure)
  if (wayOut === null || leadsOn({ failure, links })) return null
  return WAYS_OUT[wayOut].hint
}
