import { ExternalLink, Settings } from 'lucide-react'
import { BRAND } from '@callfolio/shared/brand.ts'
import { useServices } from './services.tsx'

const ICON_BUTTON = 'grid size-8 place-items-center rounded text-muted hover:bg-surface hover:text-ink'

/** The name. */
export function BrandTitle() {
  return (
    <h1 className="flex items-center gap-2 text-17 font-semibold tracking-tight">
      <img src="/icon/48.png" alt="" width={22} height={22} />
      {BRAND.name}
    </h1>
  )
}

/** The name, with links to the web app's dashboard and to the options. */
export function BrandHeader() {
  const { account, openTab, openOptions } = useServices()
  return (
    <header className="flex items-center justify-between">
      <BrandTitle />
      <div className="-mr-1.5 flex">
        <button
          type="button"
          aria-label="Open dashboard"
          title="Open dashboard"
          onClick={() => void openTab(`${account.server}/dashboard`)}
          className={ICON_BUTTON}
        >
          <ExternalLink size={17} aria-hidden />
        </button>
        <button
          type="button"
          aria-label="Options"
          title="Options"
          onClick={() => void openOptions()}
          className={ICON_BUTTON}
        >
          <Settings size={17} aria-hidden />
        </button>
      </div>
    </header>
  )
}
