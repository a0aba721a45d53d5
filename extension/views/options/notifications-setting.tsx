import { Setting } from './setting.tsx'
import { SwitchRow } from './switch-row.tsx'
import { useStored } from './use-stored.ts'

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
