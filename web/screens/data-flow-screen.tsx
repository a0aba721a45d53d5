import { DataFlowTable } from '../features/legal/data-flow-table.tsx'
import { LegalLink } from '../features/legal/legal-facts.tsx'
import { SitePage } from '../features/marketing/site-page.tsx'
import { PageDescription, PageTitle } from '../ui/page-title.tsx'

const SUMMARY = 'What each step does with a call, and who receives data.'

/** /data-flow */
export function DataFlowScreen() {
  return (
    <SitePage>
      <PageTitle>Where data goes</PageTitle>
      <PageDescription>{SUMMARY}</PageDescription>
      <div className="mx-auto grid max-w-[60rem] gap-10 px-5 pt-14 pb-24 sm:px-8 sm:pt-20">
        <header className="grid max-w-[36rem] gap-3">
          <h1 className="text-40 font-semibold tracking-[-0.03em]">Where data goes</h1>
          <p className="text-21 text-muted">{SUMMARY}</p>
          <p className="text-15 text-muted">
            This page reflects the server’s current setup. The{' '}
            <LegalLink to="/privacy-policy">Privacy Policy</LegalLink> says what is kept and how it is removed.
          </p>
        </header>
        <DataFlowTable />
      </div>
    </SitePage>
  )
}
