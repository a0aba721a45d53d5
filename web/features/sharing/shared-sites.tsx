import { useEffect, useRef } from 'react'
import { LoadError } from '@callfolio/shared/ui/load-error.tsx'
import { SkeletonRows } from '@callfolio/shared/ui/skeleton.tsx'
import { UnreachableNote } from '@callfolio/shared/ui/unreachable-note.tsx'
import { SharedSite } from './shared-site.tsx'
import { useLinks } from './use-links.ts'

/** All of the user's links, newest first. */
export function SharedSites() {
  const { data: links, isError, refetch } = useLinks()
  const heading = useFocusAfterRemoval<HTMLHeadingElement>(links?.length ?? 0)
  const unreachable = links?.find(({ reachable }) => !reachable)
  return (
    <section aria-labelledby="shared-sites" className="grid max-w-[48rem] grid-cols-1 gap-5">
      <h2 ref={heading} tabIndex={-1} id="shared-sites" className="text-21 font-semibold tracking-tight outline-none">
        Sites You&apos;ve Shared
      </h2>
      {isError && <LoadError onRetry={() => void refetch()}>Failed to load shared links.</LoadError>}
      {links === undefined && !isError && <SkeletonRows label="Loading shared links" />}
      {links?.length === 0 && (
        <div className="grid gap-1.5 rounded border border-dashed border-line-strong p-6 sm:p-10">
          <p className="text-17 font-semibold">No shared links found</p>
          <p className="text-15 text-muted">Share a microsite to create a link anyone can open.</p>
        </div>
      )}
      {unreachable && <UnreachableNote />}
      {links && links.length > 0 && (
        <ul className="grid grid-cols-1 divide-y divide-line">
          {links.map((link) => (
            <SharedSite key={link.id} link={link} />
          ))}
        </ul>
      )}
    </section>
  )
}

/** Takes the focus when a focused row is removed. */
function useFocusAfterRemoval<Element extends HTMLElement>(count: number) {
  const target = useRef<Element>(null)
  const before = useRef(count)
  useEffect(() => {
    if (count < before.current && document.activeElement === document.body) target.current?.focus()
    before.current = count
  }, [count])
  return target
}
