import { BrandingSettings } from '../branding/branding-settings.tsx'
import { EnginesSetting } from '../engines/engines-setting.tsx'
import { useSpeechModel } from '../engines/use-speech-model.ts'
import { FailedJobsSetting } from './failed-jobs-setting.tsx'
import { OwnDataSetting } from './own-data-setting.tsx'
import { PlanSetting } from './plan-setting.tsx'
import { AccountSetting } from './security/account-setting.tsx'
import { IdentitiesSetting } from './security/identities-setting.tsx'
import { PasskeysSetting } from './security/passkeys-setting.tsx'
import { SecondFactorsSetting } from './security/second-factors-setting.tsx'
import { SessionsSetting } from './security/sessions-setting.tsx'
import { Setting } from './setting.tsx'
import { UnreadCaptionsSetting } from './unread-captions-setting.tsx'

/** Plan, account and sign-in methods, branding of the user's pages, and the user's data. */
export function SettingsView() {
  return (
    <section aria-labelledby="settings">
      <h2 id="settings" className="sr-only">
        Settings
      </h2>
      <div className="divide-y divide-line">
        <PlanSetting />
        <AccountSetting />
        <SecondFactorsSetting />
        <PasskeysSetting />
        <IdentitiesSetting />
        <SessionsSetting />
        <Setting id="branding" title="Branding" text="Logo and color for your microsites and shared pages.">
          <BrandingSettings />
        </Setting>
        <OwnDataSetting />
        <OperatorSettings />
      </div>
    </section>
  )
}

/** Settings for the operator of this server only. */
function OperatorSettings() {
  const model = useSpeechModel()
  if (!model?.operator) return null
  return (
    <>
      <Setting id="engines" title="Engines" text="Choose what transcribes calls and writes recaps. Admins only.">
        <EnginesSetting />
      </Setting>
      <FailedJobsSetting />
      <UnreadCaptionsSetting />
    </>
  )
}
