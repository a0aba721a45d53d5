import type { Answer } from '../browser/messages.ts'
import type { Notification } from '../browser/notifications.ts'
import { uploadNewsSchema, type UploadNews } from '../messaging/uploads-protocol.ts'

export interface UploadNewsDeps {
  showBadge: (badge: Extract<UploadNews, { type: 'uploads/badge' }>['badge']) => Promise<void>
  /** Shows a desktop notification; a click on it opens the page. */
  notify: (notification: Notification) => Promise<void>
  /** Whether the person wants notifications. */
  wantsNotifications: () => Promise<boolean>
}

/** The background's part: shows what the engine reports. */
export function createUploadNews({ showBadge, notify, wantsNotifications }: UploadNewsDeps): Answer {
  return (message) => {
    const news = uploadNewsSchema.safeParse(message).data
    if (news === undefined) return undefined
    if (news.type === 'uploads/badge') return showBadge(news.badge)
    const { recordingId, ...shown } = news
    const button = recordingId === undefined ? undefined : { does: 'copy' as const, recordingId }
    return wantsNotifications().then((wanted) => (wanted ? notify({ ...shown, button }) : undefined))
  }
}
