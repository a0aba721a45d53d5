import { buttonClass } from '@callfolio/shared/ui/button.ts'
import { Setting } from './setting.tsx'

export interface ShortcutSettingProps {
  /** Keys that start and stop a recording; empty when there are none, null where nothing can be recorded. */
  shortcut: string | null
  openShortcutSettings: () => Promise<void>
}

/** The keys for recording, and where the browser lets one change them. */
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
