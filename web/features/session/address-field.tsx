import { TextField } from '@callfolio/shared/ui/field.tsx'

/** Asks for the email address of an account. @param onEdit gets it after each change. */
export function AddressField({ value, onEdit }: { value: string; onEdit: (email: string) => void }) {
  return (
    <TextField
      label="Email Address"
      type="email"
      autoComplete="email"
      value={value}
      onChange={(event) => onEdit(event.target.value)}
    />
  )
}
