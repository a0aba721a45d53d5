import type { ReactNode } from 'react'
import { TEXT_LINK } from '@callfolio/shared/ui/button.ts'
import type { WayOutLinkProps, WayOutLinks } from '@callfolio/shared/ui/way-out.tsx'
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
export function PricingLink({ className, children }: Pick<WayOutLinkProps, 'className' | 'children'>) {
  return (
    <WebLink to="/pricing" className={className}>
      {children}
    </WebLink>
  )
}

/** The web app's upload form, filled in as it was for the microsite that failed. */
function UploadLink({ site = '', className, children }: WayOutLinkProps) {
  return (
    <WebLink to={`/upload?instead=${encodeURIComponent(site)}`} className={className}>
      {children}
    </WebLink>
  )
}

/** Where failures lead from the windows of the extension. */
export const WAY_OUT_LINKS: WayOutLinks = { upgrade: PricingLink }
/** Where they lead when the server has a microsite of the recording. */
export const MICROSITE_WAY_OUT_LINKS: WayOutLinks = { ...WAY_OUT_LINKS, choose_file: UploadLink }
