import { useId, type ComponentProps, type ReactNode } from 'react'

export const INPUT =
  'w-full rounded border border-line-strong bg-paper px-3 py-2 text-15 text-ellipsis text-ink transition-colors duration-150 placeholder:text-muted hover:border-muted'

/** For text that must be read character by character: the font would show 5x6 as a product. */
export const AS_TYPED = '[font-variant-ligatures:none]'

interface FieldProps {
  label: string
  hint?: string | undefined
  optional?: boolean
  /** Gets the id that the label refers to. */
  children: (id: string, hintId: string | undefined) => ReactNode
}

/** A labelled control with an optional line of help below it. */
export function Field({ label, hint, optional = false, children }: FieldProps) {
  const id = useId()
  const hintId = hint === undefined ? undefined : `${id}-hint`
  return (
    <div className="grid gap-1.5">
      <label htmlFor={id} className="flex items-baseline justify-between text-13 font-medium">
        <span>{label}</span>
        {optional && <span className="font-normal text-muted">Optional</span>}
      </label>
      {children(id, hintId)}
      {hint !== undefined && (
        <p id={hintId} className="text-13 text-muted">
          {hint}
        </p>
      )}
    </div>
  )
}

type TextFieldProps = Omit<ComponentProps<'input'>, 'id' | 'className'> & {
  label: string
  hint?: string
  optional?: boolean
}

/** A labelled text input. */
export function TextField({
  label,
  hint,
  optional = false,
  'aria-describedby': description,
  ...input
}: TextFieldProps) {
  return (
    <Field label={label} hint={hint} optional={optional}>
      {(id, hintId) => (
        <input
          id={id}
          aria-describedby={[hintId, description].filter((part) => part !== undefined).join(' ') || undefined}
          className={`${INPUT} h-10`}
          {...input}
        />
      )}
    </Field>
  )
}
