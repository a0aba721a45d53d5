import { useParams } from '../ui/navigation.tsx'
import { ApiError } from '@callfolio/shared/api-client.ts'
import { failureOfMicrosite } from '@callfolio/shared/failures.ts'
import { Banner } from '@callfolio/shared/ui/banner.tsx'
import { Button } from '@callfolio/shared/ui/button.tsx'
import { WayOutHint } from '@callfolio/shared/ui/way-out.tsx'
import type { Microsite } from '@callfolio/shared/contract/microsite.ts'
import { useBranding } from '../features/branding/use-branding.ts'
import { FollowUp } from '../features/follow-up/follow-up.tsx'
import { DamageNotice } from '../features/microsite/notices/damage-notice.tsx'
import { AnalysisNotice } from '../features/microsite/notices/analysis-notice.tsx'
import { KeptNotice } from '../features/microsite/notices/kept-notice.tsx'
import { PrivateLinesNotice } from '../features/microsite/notices/private-lines-notice.tsx'
import { SuggestedSpeakers } from '../features/microsite/notices/suggested-speakers.tsx'
import { MicrositeBar } from '../features/microsite/read/microsite-bar.tsx'
import { MicrositeDocument } from '../features/microsite/read/microsite-document.tsx'
import { useMicrosite } from '../features/library/use-microsite.ts'
import { RedactionNotice } from '../features/microsite/redact/redaction-notice.tsx'
import { UnfinishedJob } from '../features/processing/unfinished-job.tsx'
import { PageTitle } from '../ui/page-title.tsx'
import { FullPageSpinner } from '../ui/spinner.tsx'
import { WAY_OUT_LINKS } from '../ui/way-out-links.tsx'

/** /microsite/:id: the owner's view. */
export function MicrositeScreen() {
  const { id = '' } = useParams()
  const { data: microsite, error, refetch } = useMicrosite(id)
  const { isPending: brandingPending } = useBranding()
  // Both at once, so that a logo doesn't push the text down.
  if (microsite && !brandingPending) {
    return (
      <>
        <PageTitle>{microsite.title}</PageTitle>
        <MicrositeBar key={`bar of ${id}`} microsite={microsite} />
        <main>
          <MicrositeDocument key={id} microsite={microsite}>
            {microsite.status === 'active' ? (
              <FollowUp microsite={microsite} />
            ) : (
              <UnfinishedJob key={id} microsite={microsite} />
            )}
            <DamageNotice site={microsite} />
            <RedactionNotice site={microsite} />
            <ReplacementProblem site={microsite} />
            <AnalysisNotice site={microsite} />
            <SuggestedSpeakers site={microsite} />
            <PrivateLinesNotice site={microsite} />
            {microsite.status !== 'processing' && <KeptNotice micrositeId={id} />}
          </MicrositeDocument>
        </main>
      </>
    )
  }
  if (error) {
    return (
      <>
        <PageTitle>Microsite</PageTitle>
        <MicrositeBar />
        <main className="mx-auto max-w-xl px-5 py-16">
          <h1 className="mb-6 text-28 font-semibold tracking-tight">This page can’t be shown</h1>
          <Banner
            tone="danger"
            actions={
              <Button variant="secondary" size="sm" onClick={() => void refetch()}>
                Try again
              </Button>
            }
          >
            {getProblem(error)}
          </Banner>
        </main>
      </>
    )
  }
  return <FullPageSpinner label="Loading microsite..." />
}

function getProblem(error: Error): string {
  return error instanceof ApiError && error.status === 404 ? 'Microsite not found.' : 'Error loading microsite.'
}

/** Why rerunning a finished page failed; the page itself is unchanged. */
function ReplacementProblem({ site }: { site: Pick<Microsite, 'status' | 'error_message' | 'failure' | 'redacting'> }) {
  if (site.redacting !== undefined || site.status !== 'active' || site.error_message === null) return null
  return (
    <Banner tone="warning">
      We couldn’t replace the transcript. The microsite hasn’t changed. {site.error_message}{' '}
      <WayOutHint failure={failureOfMicrosite(site)} links={WAY_OUT_LINKS} />
    </Banner>
  )
}
