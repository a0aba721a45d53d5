export interface ConsentReminderProps {
  checked: boolean
  onChange: (checked: boolean) => void
}

/** Asked for once, before the first recording. */
export function ConsentReminder({ checked, onChange }: ConsentReminderProps) {
  return (
    <div className="grid gap-2 rounded border border-line bg-surface p-3 text-13">
      <p>
        Tell everyone that you are recording, and stop if someone minds. In many places recording a call without consent
        is against the law.
      </p>
      <label className="flex cursor-pointer items-start gap-2.5 font-medium">
        <input
          type="checkbox"
          className="mt-0.5 size-4 shrink-0 accent-accent-fill"
          checked={checked}
          onChange={(event) => onChange(event.target.checked)}
        />
        I tell everyone in my calls that I record
      </label>
    </div>
  )
}
