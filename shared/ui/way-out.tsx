import type { ComponentType, ReactNode } from 'react'
import { getWayOut, WAYS_OUT, type Failure, type WayOut } from '../failures.ts'

/** A page's links for suggested actions; an absent one has no link there. */
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

/** Whether the page has a link for a failure's suggested action. */
export function leadsOn({ failure, links }: WayOutProps): boolean {
  const wayOut = getWayOut(failure)
  return wayOut !== null && WAYS_OUT[wayOut].action !== null && links[wayOut] !== undefined
}

/** A failure's suggested action as a link; nothing if the page has none. */
export function WayOutLink({
  failure,
  links,
  className,
  site,
}: WayOutProps & Pick<WayOutLinkProps, 'className' | 'site'>) {
  const wayOut = getWayOut(failure)
  const To = wayOut === null ? undefined : links[wayOut]
  if (wayOut === null || To === undefined) return null
  return (
    <To className={className} site={site}>
      {WAYS_OUT[wayOut].action}
    </To>
  )
}

/** A failure's suggested action in words, if there is no link. */
export function WayOutHint({ failure, links }: WayOutProps) {
  const wayOut = getWayOut(failure)
  if (wayOut === null || leadsOn({ failure, links })) return null
  return WAYS_OUT[wayOut].hint
}
