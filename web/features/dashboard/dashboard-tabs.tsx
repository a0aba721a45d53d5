import { useSearchParams } from 'react-router'
import { Tabs } from '../../ui/tabs.tsx'
import { SettingsView } from '../settings/settings-view.tsx'
import { SharedSites } from '../sharing/shared-sites.tsx'
import { MicrositeList } from './microsite-list.tsx'

const TABS = [
  { id: 'recent', title: 'Recent Microsites', content: <MicrositeList /> },
  { id: 'shared', title: 'Shared Sites', content: <SharedSites /> },
  { id: 'settings', title: 'Settings', content: <SettingsView /> },
] as const

/** The dashboard's three views; the one that is open stands in the page's address. */
export function DashboardTabs() {
  const [params, setParams] = useSearchParams()
  const asked = params.get('tab')
  const selected = TABS.find(({ id }) => id === asked)?.id ?? 'recent'
  // Another view begins without the filters of the list.
  const select = (id: (typeof TABS)[number]['id']) => setParams(id === 'recent' ? {} : { tab: id }, { replace: true, preventScrollReset: true })
  return <Tabs label="Dashboard" tabs={TABS} selected={selected} onSelect={select} />
}
