import { createRoot } from 'react-dom/client'
import { askCaptions } from '../../browser/caption-messages.ts'
import { requestOrigin } from '../../browser/permissions.ts'
import { openShortcutSettings, getShortcut } from '../../browser/shortcut-settings.ts'
import { MEET_SCRIPT } from '../../captions/caption-sites.ts'
import { serverAnswers } from '../../settings/server-address.ts'
import { serverAddressItem } from '../../settings/items.ts'
import { notificationsItem } from '../../settings/items.ts'
import { Options } from '../../views/options/options.tsx'
import { openServices } from '../../views/open-services.ts'
import '../../views/views.css'

const root = document.getElementById('root')
if (root !== null) {
  const readCaptions = async () => (await askCaptions({ type: 'captions/status' })).on
  const switchCaptions = async (on: boolean) => {
    const [site = ''] = MEET_SCRIPT.origins
    const allowed = !on || (await requestOrigin(site))
    return allowed && (await askCaptions({ type: 'captions/switch', on })).on
  }
  createRoot(root).render(
    <Options
      address={await serverAddressItem.read()}
      requestOrigin={requestOrigin}
      saveAddress={serverAddressItem.write}
      checkServer={serverAnswers}
      openServices={openServices}
      readCaptions={readCaptions}
      switchCaptions={switchCaptions}
      readNotifications={notificationsItem.read}
      writeNotifications={notificationsItem.write}
      shortcut={await getShortcut('toggle-recording')}
      openShortcutSettings={openShortcutSettings}
    />,
  )
}
