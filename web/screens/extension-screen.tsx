import { BRAND } from '@callfolio/shared/brand.ts'
import { ExtensionUses, PermissionTable } from '../features/extension/extension-facts.tsx'
import { InstallSteps } from '../features/extension/install-steps.tsx'
import { SitePage } from '../features/marketing/site-page.tsx'
import { PageDescription, PageTitle } from '../ui/page-title.tsx'

/** /extension: what the browser extension does, and how to get it from this server. */
export function ExtensionScreen() {
  return (
    <SitePage>
      <PageTitle>Browser extension</PageTitle>
      <PageDescription>{`Record a call or upload a recording from your browser. ${BRAND.name} turns it into a shareable microsite.`}</PageDescription>
      <div className="mx-auto grid max-w-[60rem] gap-16 px-5 pt-14 pb-24 sm:px-8 sm:pt-20">
        <header className="grid gap-3">
          <h1 className="text-40 font-semibold tracking-[-0.03em]">The browser extension</h1>
          <p className="max-w-[40rem] text-17 text-muted">
            Record a call or upload a recording from the toolbar. The recording uploads as you go, so your microsite is
            ready soon after you hang up.
          </p>
        </header>
        <ExtensionUses />
        <section aria-labelledby="load-it" className="grid gap-8">
          <div className="grid gap-2">
            <h2 id="load-it" className="text-28 font-semibold tracking-tight">
              Install it
            </h2>
            <p className="max-w-[40rem] text-15 text-muted">
              It isn’t in the browser stores yet. Install it manually. This download is set up for this server.
            </p>
          </div>
          <InstallSteps />
        </section>
        <section aria-labelledby="permissions" className="grid gap-2">
          <h2 id="permissions" className="text-28 font-semibold tracking-tight">
            Permissions
          </h2>
          <PermissionTable />
        </section>
        <section aria-labelledby="privacy" className="grid gap-2">
          <h2 id="privacy" className="text-28 font-semibold tracking-tight">
            Privacy
          </h2>
          <p className="max-w-[40rem] text-17">
            Recordings, captions and your sign-in go only to the server you set. Recordings stay on your disk until
            uploaded. The extension reads captions only on sites where you allow it.
          </p>
        </section>
      </div>
    </SitePage>
  )
}
