import { createRoot } from 'react-dom/client'
import { askCaptions } from '../../browser/caption-messages.ts'
import { requestOrigin, requestOrigins } from '../../browser/permissions.ts'
import { getShortcuts, openShortcutSettings } from '../../browser/shortcut-settings.ts'
import { CAPTION_SITES } from '../../captions/caption-sites.ts'
import { serverAnswers } from '../../settings/server-address.ts'
import { serverAddressItem } from '../../settings/items.ts'
import { notificationsItem } from '../../settings/items.ts'
import { Options } from '../../views/options/options.tsx'
import { openServices } from '../../views/open-services.ts'
import '../../views/views.css'

const root = document.getElementById('root')
if (root !== null) {
  const captions = CAPTION_SITES.map((site) => ({
    site,
    read: async () => (await askCaptions({ type: 'captions/status' })).on.includes(site.id),
    write: async (on: boolean) => {
      const allowed = !on || (await requestOrigins(site.origins))
      return allowed && (await askCaptions({ type: 'captions/switch', site: site.id, on })).on
    },
  }))
  createRoot(root).render(
    <Options
      address={await serverAddressItem.read()}
      requestOrigin={requestOrigin}
      saveAddress={serverAddressItem.write}
      checkServer={serverAnswers}
      openServices={openServices}
      captions={captions}
      readNotifications={notificationsItem.read}
      writeNotifications={notificationsItem.write}
      shortcuts={await getShortcuts()}
      openShortcutSettings={openShortcutSettings}
    />,
  )
}
