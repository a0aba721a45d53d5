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
