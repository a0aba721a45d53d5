import { BrandingSettings } from '../branding/branding-settings.tsx'
import { AccountSetting } from './account-setting.tsx'
import { PlanSetting } from './plan-setting.tsx'
import { Setting } from './setting.tsx'

/** Plan, account and how the user's pages look. */
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
      </div>
    </section>
  )
}
