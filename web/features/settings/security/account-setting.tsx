import { useState } from 'react'
import { Button } from '@callfolio/shared/ui/button.tsx'
import { TextField } from '@callfolio/shared/ui/field.tsx'
import { ForgotPasswordDialog } from '../../session/forgot-password-dialog.tsx'
import { Setting } from '../setting.tsx'
import { ChangeEmailDialog } from './change-email-dialog.tsx'
import { ChangePasswordDialog } from './change-password-dialog.tsx'
import { PendingEmail } from './pending-email.tsx'
import { useAccount } from './use-account.ts'

/** Email address and password. */
export function AccountSetting() {
  const { email, pending, lacksPassword } = useAccount()
  const [shown, setShown] = useState<'email' | 'password' | 'reset' | null>(null)
  return (
    <Setting id="account" title="Account Settings" text="Email and password.">
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <div className="flex flex-wrap items-end gap-2">
          <div className="min-w-0 flex-1 basis-56">
            <TextField label="Email" type="email" readOnly value={email} />
          </div>
          <Button variant="secondary" onClick={() => setShown('email')}>
            Change Email
          </Button>
        </div>
        {pending && <PendingEmail email={email} pending={pending} />}
        <div className="flex flex-wrap items-end gap-2">
          <div className="min-w-0 flex-1 basis-56">
            {lacksPassword ? (
              <p className="py-2 text-15">You have no password.</p>
            ) : (
              <TextField label="Password" type="password" readOnly autoComplete="off" value="••••••••" />
            )}
          </div>
          <Button variant="secondary" onClick={() => setShown(lacksPassword ? 'reset' : 'password')}>
            {lacksPassword ? 'Set Password' : 'Change Password'}
          </Button>
        </div>
        <ChangeEmailDialog open={shown === 'email'} onOpenChange={(open) => setShown(open ? 'email' : null)} />
        <ChangePasswordDialog
          open={!lacksPassword && (shown === 'password' || shown === 'reset')}
          onOpenChange={(open) => setShown(open ? 'password' : null)}
          onForgot={() => setShown('reset')}
        />
        <ForgotPasswordDialog
          open={shown === 'reset'}
          onOpenChange={(open) => setShown(open ? 'reset' : lacksPassword ? null : 'password')}
          initialEmail={email}
        />
      </div>
    </Setting>
  )
}
