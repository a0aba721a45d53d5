import { ExternalLink, Settings } from 'lucide-react'
import { BRAND } from '@callfolio/shared/brand.ts'
import { IconButton } from '@callfolio/shared/ui/icon-button.tsx'
import { useServices } from './services.tsx'

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
        <IconButton
          label="Open dashboard"
          tooltip
          icon={ExternalLink}
          iconSize={17}
          onClick={() => void openTab(`${account.server}/dashboard`)}
        />
        <IconButton label="Options" tooltip icon={Settings} iconSize={17} onClick={() => void openOptions()} />
      </div>
    </header>
  )
}
