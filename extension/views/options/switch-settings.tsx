import type { CaptionSite } from '../../captions/caption-sites.ts'
import type { CaptionSiteId } from '../../messaging/captions-protocol.ts'
import { areDownloadsOffered, offerDownloads } from '../../found/download-offers.ts'
import { recordingBarItem } from '../../settings/items.ts'
import { CaptionPicture } from './caption-picture.tsx'
import { Setting } from './setting.tsx'
import { SwitchRow } from './switch-row.tsx'
import { useStored } from './use-stored.ts'

export interface CaptionsSettingProps {
  /** A switch for each site. */
  captions: readonly CaptionsSwitch[]
}

export interface CaptionsSwitch {
  site: CaptionSite
  read: () => Promise<boolean>
  /** Called within a click, because it may request access to the site. @returns whether they are on now. */
  write: (on: boolean) => Promise<boolean>
}

/** Where meeting captions are collected. */
export function CaptionsSetting({ captions }: CaptionsSettingProps) {
  return (
    <Setting title="Meeting captions">
      <p className="text-13 text-muted">
        Saves captions and participants’ names in this browser. They’re only sent with calls you record.
      </p>
      {captions.map((each) => (
        <SiteCaptions key={each.site.id} {...each} />
      ))}
    </Setting>
  )
}

function SiteCaptions({ site, read, write }: CaptionsSwitch) {
  const [on, set] = useStored(read, write)
  return (
    <div className="grid gap-2">
      <SwitchRow label={`Collect captions on ${site.name}`} hint={HINTS[site.id]} on={on} onChange={set} />
      {on === true && <CaptionPicture site={site.id} />}
    </div>
  )
}

/** How captions are turned on during a call. */
const HINTS: Record<CaptionSiteId, string> = {
  meet: 'In the call, press “c” to turn captions on.',
  zoom: 'In the call, click “Show captions”. Open “View full transcript” for full names.',
  teams: 'In the call, open “More”, then turn on live captions.',
}

interface SwitchSettingProps {
  title: string
  label: string
  hint: string
  read: () => Promise<boolean>
  /** Called within a click. @returns whether it is on now. */
  write: (on: boolean) => Promise<boolean>
}

/** A section with one switch. */
function SwitchSetting({ title, label, hint, read, write }: SwitchSettingProps) {
  const [on, set] = useStored(read, write)
  return (
    <Setting title={title}>
      <SwitchRow label={label} hint={hint} on={on} onChange={set} />
    </Setting>
  )
}

/** Whether recorded meetings show the bar. */
export function RecordingBarSetting() {
  return (
    <SwitchSetting
      title="Recording bar"
      label="Show a bar in recorded meetings"
      hint="Pause, mark or stop without leaving the call. The bar is visible in the recording."
      read={recordingBarItem.read}
      write={writeRecordingBar}
    />
  )
}

async function writeRecordingBar(wanted: boolean): Promise<boolean> {
  await recordingBarItem.write(wanted)
  return wanted
}

/** Whether recordings are offered when their download finishes. */
export function DownloadsSetting() {
  return (
    <SwitchSetting
      title="Downloads"
      label="Offer to upload downloaded recordings"
      hint="Recognizes recordings by name. Nothing is uploaded without a click."
      read={areDownloadsOffered}
      write={offerDownloads}
    />
  )
}

export interface NotificationsSettingProps {
  readNotifications: () => Promise<boolean>
  writeNotifications: (on: boolean) => Promise<void>
}

/** Whether the desktop notifies that a microsite is ready. */
export function NotificationsSetting({ readNotifications, writeNotifications }: NotificationsSettingProps) {
  return (
    <SwitchSetting
      title="Notifications"
      label="Notify me when a microsite is ready"
      hint="Also when a recording stops, a downloaded recording is found, or processing fails."
      read={readNotifications}
      write={(wanted) => writeNotifications(wanted).then(() => wanted)}
    />
  )
}
