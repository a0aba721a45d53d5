import { Tabs as Radix } from 'radix-ui'
import { lazy, Suspense, type ReactNode } from 'react'
import { useSearchParams } from '../../ui/navigation.tsx'
import { SkeletonRows } from '@callfolio/shared/ui/skeleton.tsx'
import { MicrositeList } from './microsite-list.tsx'

// Most visits end without opening these.
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

/** The dashboard's three views; the open one is in the URL. */
export function DashboardTabs() {
  const [params, replaceParams] = useSearchParams()
  const asked = params.get('tab')
  const selected = TABS.find(({ id }) => id === asked)?.id ?? 'recent'
  // Switching views drops the list's filters.
  const select = (id: (typeof TABS)[number]['id']) =>
    replaceParams(() => new URLSearchParams(id === 'recent' ? {} : { tab: id }))
  return <Tabs label="Dashboard" tabs={TABS} selected={selected} onSelect={select} />
}

interface TabsProps<Id extends string> {
  label: string
  tabs: readonly { id: Id; title: string; content: ReactNode }[]
  selected: Id
  onSelect: (id: Id) => void
}

/** Tabs, one panel at a time; arrow keys move between them. */
function Tabs<Id extends string>({ label, tabs, selected, onSelect }: TabsProps<Id>) {
  return (
    <Radix.Root value={selected} onValueChange={(id) => onSelect(id as Id)} className="grid min-w-0 grid-cols-1 gap-6">
      <Radix.List
        aria-label={label}
        className="-mx-5 flex gap-6 overflow-x-auto border-b border-line px-5 [scrollbar-width:none] sm:mx-0 sm:overflow-visible sm:px-0"
      >
        {tabs.map(({ id, title }) => (
          <Radix.Trigger
            key={id}
            value={id}
            // Radix focuses a clicked tab by script, which browsers take for keyboard focus.
            onMouseDown={({ currentTarget }) => currentTarget.focus({ focusVisible: false })}
            className="group -mb-px border-b-2 border-transparent py-2 text-15 font-medium whitespace-nowrap text-muted transition-colors duration-150 outline-none hover:text-ink data-[state=active]:border-accent data-[state=active]:text-ink"
          >
            <span className="-mx-1.5 inline-block rounded-sm px-1.5 py-0.5 outline-accent-text group-focus-visible:outline-2">
              {title}
            </span>
          </Radix.Trigger>
        ))}
      </Radix.List>
      {tabs.map(({ id, content }) => (
        <Radix.Content key={id} value={id} className="min-w-0 rounded-sm">
          {content}
        </Radix.Content>
      ))}
    </Radix.Root>
  )
}
