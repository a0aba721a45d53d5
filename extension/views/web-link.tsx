import type { ReactNode } from 'react'
import { TEXT_LINK } from '@callfolio/shared/ui/button.ts'
import type { WayOutLinks } from '@callfolio/shared/ui/way-out.tsx'
import { useServices } from './services.tsx'

interface WebLinkProps {
  /** Path on the server, with its slash. */
  to: string
  className?: string
  children: ReactNode
}

/** A link into the web app, in a tab of its own. */
export function WebLink({ to, className = TEXT_LINK, children }: WebLinkProps) {
  const { account, openTab } = useServices()
  const address = account.server + to
  return (
    <a
      href={address}
      target="_blank"
      rel="noreferrer"
      className={className}
      onClick={(event) => {
        event.preventDefault()
        void openTab(address)
      }}
    >
      {children}
    </a>
  )
}

/** The way to the plans. */
export function PricingLink(props: Omit<WebLinkProps, 'to'>) {
  return <WebLink to="/pricing" {...props} />
}

/** Where failures lead from the windows of the extension. */
export const WAY_OUT_LINKS: WayOutLinks = { upgrade: PricingLink }
