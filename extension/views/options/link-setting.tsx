import { Setting } from './setting.tsx'
import { SwitchRow } from './switch-row.tsx'
import { useStored } from './use-stored.ts'

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
