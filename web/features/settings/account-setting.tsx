import { useState } from 'react'
import { buttonClass } from '../../ui/button.ts'
import { TextField } from '../../ui/field.tsx'
import { useAuth } from '../session/auth-provider.tsx'
import { ChangePasswordDialog } from './change-password-dialog.tsx'
import { Setting } from './setting.tsx'

/** Address and password. */
export function AccountSetting() {
  const { user } = useAuth()
  const [changing, setChanging] = useState(false)
  return (
    <Setting id="account" title="Account Settings" text="What you sign in with.">
      <div className="grid gap-4">
        <TextField label="Email" type="email" readOnly value={user?.email ?? ''} />
        <div className="flex items-end gap-2">
          <div className="min-w-0 flex-1">
            <TextField label="Password" type="password" readOnly autoComplete="off" value="••••••••" />
          </div>
          <button type="button" onClick={() => setChanging(true)} className={buttonClass('secondary')}>
            Change Password
          </button>
        </div>
        <ChangePasswordDialog open={changing} onOpenChange={setChanging} />
      </div>
    </Setting>
  )
}
