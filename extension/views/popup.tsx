import { BRAND } from '@callfolio/shared/brand.ts'
import { ServerLine } from './server-line.tsx'

export interface PopupProps {
  address: string
  checkServer: (address: string) => Promise<boolean>
  openTab: (url: string) => Promise<void>
  openOptions: () => Promise<void>
}

/** What a click on the toolbar shows. */
export function Popup({ address, checkServer, openTab, openOptions }: PopupProps) {
  return (
    <main className="popup">
      <h1 className="brand">
        <img src="/icon/48.png" alt="" width={24} height={24} />
        {BRAND.name}
      </h1>
      <button type="button" className="primary" onClick={() => void openTab(`${address}/upload`)}>
        Upload a recording
      </button>
      <button type="button" className="quiet" onClick={() => void openTab(`${address}/dashboard`)}>
        Open dashboard
      </button>
      <ServerLine address={address} checkServer={checkServer} openOptions={openOptions} />
    </main>
  )
}
