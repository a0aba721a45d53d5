import { useId } from 'react'

interface CheckOptionProps {
  label: string
  hint?: string
  checked: boolean
  onChange: (checked: boolean) => void
}

/** Something that is on or off, with a line of help. */
export function CheckOption({ label, hint, checked, onChange }: CheckOptionProps) {
  const hintId = useId()
  return (
    <div className="grid min-w-0 grid-cols-[auto_minmax(0,1fr)] gap-x-2.5">
      <label className="col-span-2 grid cursor-pointer grid-cols-subgrid items-center py-0.5 text-15">
        <input
          type="checkbox"
          checked={checked}
          aria-describedby={hint === undefined ? undefined : hintId}
          onChange={({ target }) => onChange(target.checked)}
          className="size-4 shrink-0 accent-accent-fill"
        />
        {label}
      </label>
      {hint !== undefined && (
        <p id={hintId} className="col-start-2 text-13 text-muted">
          {hint}
        </p>
      )}
    </div>
  )
}
