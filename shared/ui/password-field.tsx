import { Eye, EyeOff } from 'lucide-react'
import { useState, type ComponentProps } from 'react'
import { AS_TYPED, Field, INPUT } from './field.tsx'

type PasswordFieldProps = Omit<ComponentProps<'input'>, 'id' | 'className' | 'type'> & {
  label: string
  hint?: string
  startsShown?: boolean
}

/** A labelled password input with a show/hide button. */
export function PasswordField({ label, hint, startsShown = false, ...input }: PasswordFieldProps) {
  const [shown, setShown] = useState(startsShown)
  const Icon = shown ? EyeOff : Eye
  return (
    <Field label={label} hint={hint}>
      {(id, hintId) => (
        <div className="relative">
          <input
            id={id}
            aria-describedby={hintId}
            type={shown ? 'text' : 'password'}
            className={`${INPUT} ${AS_TYPED} h-10 pr-11`}
            {...input}
          />
          <button
            type="button"
            aria-pressed={shown}
            aria-label={`${shown ? 'Hide' : 'Show'} ${label.toLowerCase()}`}
            onClick={() => setShown(!shown)}
            className="absolute inset-y-0 right-0 grid w-10 place-items-center rounded text-muted hover:text-ink"
          >
            <Icon size={17} aria-hidden />
          </button>
        </div>
      )}
    </Field>
  )
}
