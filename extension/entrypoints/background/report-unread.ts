import * as z from 'zod/mini'
import { CAPTION_PATHS, unreadCaptionsReportSchema } from '@callfolio/shared/contract/captions.ts'
import { CAPTION_MARKS } from '@callfolio/shared/extension/caption-marks.ts'
import { openAccount } from '../../account/account.ts'
import type { CaptionSiteId } from '../../messaging/captions-protocol.ts'
import { captionMarksItem, serverAddressItem } from '../../settings/items.ts'

/** Tells the signed-in person's server that a meeting's captions could not be read; sends no text. Never rejects. */
export async function reportUnread(site: CaptionSiteId): Promise<void> {
  const server = await serverAddressItem.read()
  if (server === null) return
  const version = (await captionMarksItem.read())?.marks?.version ?? CAPTION_MARKS.version
  const { api, auth } = openAccount(server)
  const body = unreadCaptionsReportSchema.parse({ site, version })
  await api.request(CAPTION_PATHS.unread, z.unknown(), { method: 'POST', body }).catch(() => undefined)
  // It must not refresh tokens alongside the windows' clients.
  await auth.stopAutoRefresh()
}
