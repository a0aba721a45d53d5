import { useState } from 'react'
import { LINK_PASSWORD } from '@callfolio/shared/contract/share.ts'
import { Button, TEXT_LINK } from '@callfolio/shared/ui/button.tsx'
import { PasswordField } from '@callfolio/shared/ui/password-field.tsx'
import { newPassword, type LinkDraftProps } from './link-draft.ts'

/** A link's password: an existing one can be kept, and a new one can be generated. */
export function LinkPasswordField({ draft, onChange }: LinkDraftProps) {
  const [hadOne] = useState(draft.keepsPassword)
  const [made, setMade] = useState(0)

  if (draft.keepsPassword) return <KeptPassword onReplace={() => onChange({ ...draft, keepsPassword: false })} />
  const generate = () => {
    onChange({ ...draft, password: newPassword() })
    setMade(made + 1)
  }
  return (
    <div className="grid min-w-0 gap-1.5">
      <div className="relative">
        <PasswordField
          // A generated password must be visible to be passed on.
          key={made}
          startsShown={made > 0}
          label="Password"
          hint={
            hadOne
              ? 'Leave empty to remove the password.'
              : `At least ${LINK_PASSWORD.minLength} characters. Leave empty for no password.`
          }
          autoComplete="new-password"
          maxLength={LINK_PASSWORD.maxLength}
          value={draft.password}
          onChange={({ target }) => onChange({ ...draft, password: target.value })}
        />
        <button type="button" onClick={generate} className={`${TEXT_LINK} absolute top-0 right-0 rounded-sm text-13`}>
          Generate<span className="sr-only"> a password</span>
        </button>
      </div>
      {hadOne && (
        <button
          type="button"
          onClick={() => onChange({ ...draft, keepsPassword: true, password: '' })}
          className={`${TEXT_LINK} justify-self-start rounded-sm text-13`}
        >
          Keep current password
        </button>
      )}
    </div>
  )
}

function KeptPassword({ onReplace }: { onReplace: () => void }) {
  return (
    <div className="grid gap-1.5">
      <p className="text-13 font-medium">Password</p>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <p className="min-w-0 flex-1 basis-40 text-15 text-muted">Set. It can’t be shown again.</p>
        <Button variant="secondary" size="sm" onClick={onReplace}>
          Change or remove
        </Button>
      </div>
    </div>
  )
}
