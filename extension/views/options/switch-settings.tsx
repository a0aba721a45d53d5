import { Setting } from './setting.tsx'
import { SwitchRow } from './switch-row.tsx'
import { useStored } from './use-stored.ts'

export interface CaptionsSettingProps {
  readCaptions: () => Promise<boolean>
  /** Called within a click, because it may request access to the site. @returns whether they are on now. */
  switchCaptions: (on: boolean) => Promise<boolean>
}

/** Whether meeting captions are collected. */
export function CaptionsSetting({ readCaptions, switchCaptions }: CaptionsSettingProps) {
  const [on, set] = useStored(readCaptions, switchCaptions)
  return (
    <Setting title="Meeting captions">
      <SwitchRow
        label="Collect captions on Google Meet"
        hint="Saves Meet’s captions in this browser: speakers, words and times. They’re only sent with recordings you upload."
        on={on}
        onChange={set}
      />
    </Setting>
  )
}

export interface NotificationsSettingProps {
  readNotifications: () => Promise<boolean>
  writeNotifications: (on: boolean) => Promise<void>
}

/** Whether the desktop notifies that a microsite is ready. */
export function NotificationsSetting({ readNotifications, writeNotifications }: NotificationsSettingProps) {
  const [on, set] = useStored(readNotifications, (wanted) => writeNotifications(wanted).then(() => wanted))
  return (
    <Setting title="Notifications">
      <SwitchRow
        label="Notify me when a microsite is ready"
        hint="Also when processing fails. Click a notification to open the page."
        on={on}
        onChange={set}
      />
    </Setting>
  )
}
