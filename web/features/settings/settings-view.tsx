import { useState } from 'react'
import { buttonClass } from '@callfolio/shared/ui/button.ts'
import { TextField } from '@callfolio/shared/ui/field.tsx'
import { BrandingSettings } from '../branding/branding-settings.tsx'
import { EnginesSetting } from '../engines/engines-setting.tsx'
import { useSpeechModel } from '../engines/use-speech-model.ts'
import { OwnDataSetting } from './own-data-setting.tsx'
import { PlanSetting } from './plan-setting.tsx'
import { Setting } from './setting.tsx'
import { useAuth } from '../session/auth-provider.tsx'
import { ForgotPasswordDialog } from '../session/forgot-password-dialog.tsx'
import { ChangePasswordDialog } from './change-password-dialog.tsx'

/** Plan, account, how the user's pages look, and the user's data. */
export function SettingsView() {
  return (
    <section aria-labelledby="settings">
      <h2 id="settings" className="sr-only">
        Settings
      </h2>
      <div className="divide-y divide-line">
        <PlanSetting />
        <AccountSetting />
        <Setting id="branding" title="Branding" text="Logo and colour of your microsites and shared pages.">
          <BrandingSettings />
        </Setting>
        <OwnDataSetting />
        <OperatorSettings />
      </div>
    </section>
  )
}

/** What only the operator of this server sets up. */
function OperatorSettings() {
  const model = useSpeechModel()
  if (!model?.operator) return null
  return (
    <Setting
      id="engines"
      title="Engines"
      text="What transcribes calls and writes recaps on this server. Operators only."
    >
      <EnginesSetting />
    </Setting>
  )
}

/** Address and password. */
function AccountSetting() {
  const { user } = useAuth()
  const [shown, setShown] = useState<'change' | 'reset' | null>(null)
  return (
    <Setting id="account" title="Account Settings" text="What you sign in with.">
      <div className="grid gap-4">
        <TextField label="Email" type="email" readOnly value={user?.email ?? ''} />
        <div className="flex items-end gap-2">
          <div className="min-w-0 flex-1">
            <TextField label="Password" type="password" readOnly autoComplete="off" value="••••••••" />
          </div>
          <button type="button" onClick={() => setShown('change')} className={buttonClass('secondary')}>
            Change Password
          </button>
        </div>
        <ChangePasswordDialog
          open={shown !== null}
          onOpenChange={(open) => setShown(open ? 'change' : null)}
          onForgot={() => setShown('reset')}
        />
        <ForgotPasswordDialog
          open={shown === 'reset'}
          onOpenChange={(open) => setShown(open ? 'reset' : 'change')}
          initialEmail={user?.email ?? ''}
        />
      </div>
    </Setting>
  )
}
