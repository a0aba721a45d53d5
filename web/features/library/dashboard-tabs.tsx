import { lazy, Suspense } from 'react'
import { useSearchParams } from 'react-router'
import { SkeletonRows } from '@callfolio/shared/ui/skeleton.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { MicrositeList } from './microsite-list.tsx'

// Most visits end without a look at these.
const SettingsView = lazy(async () => ({ default: (await import('../settings/settings-view.tsx')).SettingsView }))
const SharedSites = lazy(async () => ({ default: (await import('../sharing/shared-sites.tsx')).SharedSites }))

const TABS = [
  { id: 'recent', title: 'Recent Microsites', content: <MicrositeList /> },
  {
    id: 'shared',
    title: 'Shared Sites',
    content: (
      <Suspense fallback={<SkeletonRows label="Loading shared links" />}>
        <SharedSites />
      </Suspense>
    ),
  },
  {
    id: 'settings',
    title: 'Settings',
    content: (
      <Suspense fallback={<SkeletonRows label="Loading settings" />}>
        <SettingsView />
      </Suspense>
    ),
  },
] as const

/** The dashboard's three views; the one that is open stands in the page's address. */
export function DashboardTabs() {
  const [params, setParams] = useSearchParams()
  const asked = params.get('tab')
  const selected = TABS.find(({ id }) => id === asked)?.id ?? 'recent'
  // Another view begins without the filters of the list.
  const select = (id: (typeof TABS)[number]['id']) =>
    setParams(id === 'recent' ? {} : { tab: id }, { replace: true, preventScrollReset: true })
  return <Tabs label="Dashboard" tabs={TABS} selected={selected} onSelect={select} />
}
