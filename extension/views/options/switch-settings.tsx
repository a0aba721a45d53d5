import { Setting } from './setting.tsx'
import { SwitchRow } from './switch-row.tsx'
import { useStored } from './use-stored.ts'

export interface CaptionsSettingProps {
  readCaptions: () => Promise<boolean>
  /** Called within a click, because it may ask for the site. @returns whether they are on now. */
  switchCaptions: (on: boolean) => Promise<boolean>
}

/** Whether the captions of meetings are collected. */
export function CaptionsSetting({ readCaptions, switchCaptions }: CaptionsSettingProps) {
  const [on, set] = useStored(readCaptions, switchCaptions)
  return (
    <Setting title="Meeting captions">
      <SwitchRow
        label="Collect captions on Google Meet"
        hint="Keeps in this browser what Meet’s own captions show: who spoke, their words and when. They leave it only as the transcript of a recording that you upload."
        on={on}
        onChange={set}
      />
    </Setting>
  )
}

export interface LinkSettingProps {
  readLinkAtStart: () => Promise<boolean>
  writeLinkAtStart: (on: boolean) => Promise<void>
}

/** Whether a link is there when a recording stops; off until the person chooses it. */
export function LinkSetting({ readLinkAtStart, writeLinkAtStart }: LinkSettingProps) {
  const [on, set] = useStored(readLinkAtStart, (wanted) => writeLinkAtStart(wanted).then(() => wanted))
  return (
    <Setting title="Links">
      <SwitchRow
        label="Make a link when a recording starts"
        hint="Stop copies it. It works for 7 days, and whoever opens it sees the page fill itself. Discard takes it back."
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
        hint="Also when one could not be made. A click opens it."
        on={on}
        onChange={set}
      />
    </Setting>
  )
}
