import { Button } from '@callfolio/shared/ui/button.tsx'
import { Setting } from './setting.tsx'

export interface ShortcutSettingProps {
  /** The recorder's shortcuts; null where recording is not possible. */
  shortcuts: Shortcuts | null
  openShortcutSettings: () => Promise<void>
}

/** As the browser writes them ("Alt+Shift+R"); empty if the person has removed one. */
export interface Shortcuts {
  record: string
  mark: string
}

/** The recorder's shortcuts, with a link to change them. */
export function ShortcutSetting({ shortcuts, openShortcutSettings }: ShortcutSettingProps) {
  if (shortcuts === null) return null
  return (
    <Setting title="Keyboard">
      <Shortcut keys={shortcuts.record} does="starts and stops recording the current tab" whenNone="recording" />
      <Shortcut keys={shortcuts.mark} does="adds a mark, shown as a chapter" whenNone="adding a mark" />
      <Button variant="secondary" size="sm" onClick={() => void openShortcutSettings()} className="justify-self-start">
        Change shortcuts
      </Button>
    </Setting>
  )
}

function Shortcut({ keys, does, whenNone }: { keys: string; does: string; whenNone: string }) {
  if (keys === '') return <p className="text-15">No shortcut is set for {whenNone}.</p>
  return (
    <p className="text-15">
      <kbd className="rounded-sm border border-line-strong bg-surface px-1.5 font-sans text-13">{keys}</kbd> {does}.
    </p>
  )
}
