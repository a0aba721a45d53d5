import { openSoundJournal, openUploadJournal } from '@callfolio/shared/client/uploads/stored-journal.ts'
import { showBadge } from '../../browser/badge.ts'
import { wakeEngine } from '../../browser/engine-page.ts'
import { sendMessage, type Answer } from '../../browser/messages.ts'
import { handleNotifications, showNotification } from '../../browser/notifications.ts'
import { copyLink, stopRecording } from '../../recording/control/open-recording-starter.ts'
import { openRecordingStore } from '../../recording/stored/recording-store.ts'
import { notificationsItem, serverAddressItem } from '../../settings/items.ts'
import { createUploadNews } from '../../uploads/upload-news.ts'
import { becomeEngine } from './engine.ts'

/** Shows news of uploads and resumes earlier ones in the engine. @returns the background's message handler. */
export function startUploads(): Answer {
  const showNews = createUploadNews({ showBadge, notify: showNotification, wantsNotifications: notificationsItem.read })
  handleNotifications({ copy: copyLink, stop: stopRecording })
  void resumeEngine(import.meta.env.FIREFOX ? becomeEngine((news) => void showNews(news)) : null)
  return showNews
}

/**
 * Has the engine resume uploads and show what waits for the person. Starting one for nothing costs memory.
 * @param own where the background is the engine itself.
 */
export async function resumeEngine(own: Answer | null = null): Promise<void> {
  const journal = openUploadJournal()
  const discarded = [...(await journal.listDiscarded()), ...(await openSoundJournal().listDiscarded())]
  const recordings = await openRecordingStore().list()
  const server = await serverAddressItem.read()
  if (server === null || (await journal.list()).length + discarded.length + recordings.length === 0) return
  const command = { type: 'uploads/tell', server } as const
  await wakeEngine()
  await (own === null ? sendMessage('engine', command) : own(command))
}
