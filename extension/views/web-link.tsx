import type { ReactNode } from 'react'
import { TEXT_LINK } from '@callfolio/shared/ui/button.tsx'
import type { WayOutLinkProps, WayOutLinks } from '@callfolio/shared/ui/way-out.tsx'
import { useServices } from './services.tsx'

interface WebLinkProps {
  /** Path on the server, with a leading slash. */
  to: string
  className?: string
  children: ReactNode
}

/** A link into the web app, in a new tab. */
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

/** Link to the plans. */
export function PricingLink({ className, children }: Pick<WayOutLinkProps, 'className' | 'children'>) {
  return (
    <WebLink to="/pricing" className={className}>
      {children}
    </WebLink>
  )
}

/** The web app's upload form, filled in with the details of the failed microsite. */
function UploadLink({ site = '', className, children }: WayOutLinkProps) {
  return (
    <WebLink to={`/upload?instead=${encodeURIComponent(site)}`} className={className}>
      {children}
    </WebLink>
  )
}

/** Suggested actions of failures, in the extension's windows. */
export const WAY_OUT_LINKS: WayOutLinks = { upgrade: PricingLink }
/** Suggested actions if the server has a microsite of the recording. */
export const MICROSITE_WAY_OUT_LINKS: WayOutLinks = { ...WAY_OUT_LINKS, choose_file: UploadLink }
