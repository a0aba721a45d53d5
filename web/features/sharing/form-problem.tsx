import { Banner } from '@callfolio/shared/ui/banner.tsx'

/** Why a form can't be sent, brought into sight: what it is about may have pushed it out. */
export function FormProblem({ children }: { children: string }) {
  return (
    <div ref={bringIntoSight}>
      <Banner tone="danger">{children}</Banner>
    </div>
  )
}

function bringIntoSight(element: HTMLElement | null): void {
  element?.scrollIntoView({ block: 'nearest' })
}
