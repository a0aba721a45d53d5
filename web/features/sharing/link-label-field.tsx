import { TextField } from '@callfolio/shared/ui/field.tsx'

const MOST_CHARACTERS = 120

/** Whom a link is for. */
export function LinkLabelField({ value, onChange }: { value: string; onChange: (label: string) => void }) {
  return (
    <TextField
      label="Who is it for?"
      optional
      maxLength={MOST_CHARACTERS}
      placeholder="Acme, procurement"
      hint="Only you see this."
      value={value}
      onChange={({ target }) => onChange(target.value)}
    />
  )
}
