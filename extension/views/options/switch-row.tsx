import { useId } from 'react'

interface SwitchRowProps {
  label: string
  hint: string
  /** Undefined until known. */
  on: boolean | undefined
  onChange: (on: boolean) => void
}

/** A switch with a sentence on what it does. */
export function SwitchRow({ label, hint, on, onChange }: SwitchRowProps) {
  const id = useId()
  return (
    <div className="flex items-start justify-between gap-6">
      <div className="grid gap-1">
        <p id={id} className="text-15 font-medium">
          {label}
        </p>
        <p id={`${id}-hint`} className="text-13 text-muted">
          {hint}
        </p>
      </div>
      <button
        type="button"
        role="switch"
        aria-checked={on ?? false}
        aria-labelledby={id}
        aria-describedby={`${id}-hint`}
        disabled={on === undefined}
        onClick={() => onChange(!on)}
        className={`relative mt-0.5 h-6 w-10 shrink-0 rounded-full border transition-colors duration-150 ${on ? 'border-accent-fill bg-accent-fill' : 'border-muted bg-surface'}`}
      >
        <span
          aria-hidden
          className={`absolute top-[3px] left-[3px] size-4 rounded-full transition-transform duration-150 ${on ? 'translate-x-4 bg-white' : 'bg-muted'}`}
        />
      </button>
    </div>
  )
}
