import { buttonClass } from '@callfolio/shared/ui/button.ts'
import { Setting } from './setting.tsx'

export interface ShortcutSettingProps {
  /** The shortcut that starts and stops a recording; empty if there is none, null if recording is not possible. */
  shortcut: string | null
  openShortcutSettings: () => Promise<void>
}

/** The recording shortcut, with a link to change it. */
export function ShortcutSetting({ shortcut, openShortcutSettings }: ShortcutSettingProps) {
  if (shortcut === null) return null
  return (
    <Setting title="Keyboard">
      <p className="text-15">
        {shortcut === '' ? (
          'No shortcut is set for recording.'
        ) : (
          <>
            <kbd className="rounded-sm border border-line-strong bg-surface px-1.5 font-sans text-13">{shortcut}</kbd>{' '}
            starts and stops recording the current tab.
          </>
        )}
      </p>
      <button
        type="button"
        onClick={() => void openShortcutSettings()}
        className={`justify-self-start ${buttonClass('secondary', 'sm')}`}
      >
        Change shortcut
      </button>
    </Setting>
  )
}
