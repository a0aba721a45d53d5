import { getFirstName } from '@callfolio/shared/client/first-name.ts'
import { AppHeader } from '../features/library/app-header.tsx'
import { ModelOffer } from '../features/engines/model-offer.tsx'
import { DashboardTabs } from '../features/library/dashboard-tabs.tsx'
import { UploadCard, UsageCard } from '../features/library/dashboard-cards.tsx'
import { useAuth } from '../features/session/auth-provider.tsx'
import { TagSection } from '../features/tags/tag-section.tsx'
import { useTags } from '../features/tags/use-tags.ts'
import { RunningUpload, UnfinishedUploads } from '../features/upload/unfinished-uploads.tsx'
import { PageTitle } from '../ui/page-title.tsx'

/** /dashboard: the signed-in home. */
export function DashboardScreen() {
  const { user } = useAuth()
  const { isPending, failureCount, fetchStatus } = useTags()
  const tagsComing = isPending && failureCount === 0 && fetchStatus === 'fetching'
  return (
    <>
      <PageTitle>Dashboard</PageTitle>
      <AppHeader />
      <main className="mx-auto grid max-w-[68rem] grid-cols-1 gap-10 px-5 py-8 sm:px-8 sm:py-12">
        <h1 className="text-28 font-semibold tracking-tight break-words">Welcome{user && `, ${getFirstName(user)}`}</h1>
        <div className="grid gap-4 md:grid-cols-2">
          <UploadCard />
          <UsageCard />
        </div>
        <ModelOffer />
        <RunningUpload />
        <UnfinishedUploads />
        <TagSection />
        {/* Its position is known once the tags are; until then it loads hidden, so that the layout doesn't shift. */}
        <div className={tagsComing ? 'invisible' : ''}>
          <DashboardTabs />
        </div>
      </main>
    </>
  )
}
