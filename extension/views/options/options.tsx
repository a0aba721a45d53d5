import { useMemo, useState } from 'react'
import { BRAND } from '@callfolio/shared/brand.ts'
import { canCaptureTabs } from '../../browser/tab-capture.ts'
import { canWatchFolders } from '../uploads/use-found-recordings.ts'
import type { Services } from '../services.tsx'
import { ExtensionWindow } from '../show-window.tsx'
import { AccountSetting } from './account-setting.tsx'
import {
  CaptionsSetting,
  DownloadsSetting,
  NotificationsSetting,
  RecordingBarSetting,
  type CaptionsSettingProps,
  type NotificationsSettingProps,
} from './switch-settings.tsx'
import { ServerSetting, type ServerSettingProps } from './server-setting.tsx'
import { ShortcutSetting, type ShortcutSettingProps } from './shortcut-setting.tsx'

type OptionsProps = ServerSettingProps &
  CaptionsSettingProps &
  NotificationsSettingProps &
  ShortcutSettingProps & {
    openServices: (server: string) => Services
  }

/** The extension's settings. */
export function Options({ address, saveAddress, openServices, ...rest }: OptionsProps) {
  const [server, setServer] = useState(address)
  const services = useMemo(() => (server === null ? null : openServices(server)), [server, openServices])
  const save = async (next: string) => {
    await saveAddress(next)
    setServer(next)
  }
  return (
    <main className="mx-auto max-w-[40rem] p-6">
      <h1 className="flex items-center gap-2.5 pb-6 text-28 font-semibold tracking-tight">
        <img src="/icon/48.png" alt="" width={28} height={28} />
        {BRAND.name} options
      </h1>
      <ServerSetting address={address} saveAddress={save} {...rest} />
      {services && (
        <ExtensionWindow key={server} services={services}>
          <AccountSetting />
        </ExtensionWindow>
      )}
      {canCaptureTabs() && <CaptionsSetting {...rest} />}
      {rest.shortcuts !== null && <RecordingBarSetting />}
      {canWatchFolders() && <DownloadsSetting />}
      <NotificationsSetting {...rest} />
      <ShortcutSetting {...rest} />
    </main>
  )
}
