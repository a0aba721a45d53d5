import { showIdleBadge } from '../browser/badge.ts'
import {
  canSeeDownloads,
  forgetUnseenDownloads,
  listDownloads,
  noteUnseenDownload,
  releaseDownloads,
  requestDownloads,
  unseenDownloads,
  type FinishedDownload,
} from '../browser/downloads.ts'
import { showNotification } from '../browser/notifications.ts'
import { extensionPage } from '../browser/pages.ts'
import { downloadOffersItem, notificationsItem, serverAddressItem } from '../settings/items.ts'
import { isDownloadedRecording } from './find-recordings.ts'

const MOST_OFFERED = 5
/** Older ones are left out of the list of downloads by then. */
const MOST_HANDLED = 500

/** Whether finished downloads are offered. */
export async function areDownloadsOffered(): Promise<boolean> {
  return (await downloadOffersItem.read()) !== null && (await canSeeDownloads())
}

/** Offers downloads that finish from now on, or none. Call it first in a click handler. @returns whether it is on now. */
export async function offerDownloads(on: boolean): Promise<boolean> {
  const isOn = on && (await requestDownloads())
  await downloadOffersItem.write(isOn ? { since: Date.now(), handled: [] } : null)
  if (!isOn) await releaseDownloads()
  return isOn
}

/** The downloaded recordings to offer, the newest first. */
export async function findDownloads(): Promise<FinishedDownload[]> {
  const offers = await downloadOffersItem.read()
  if (offers === null) return []
  const own = await ownAddresses()
  const isOffered = (one: FinishedDownload): boolean =>
    !offers.handled.includes(one.id) && isDownloadedRecording(one, own)
  return (await listDownloads(offers.since)).filter(isOffered).slice(0, MOST_OFFERED)
}

/** Stops offering these downloads: they were uploaded or dismissed. */
export async function markDownloadsHandled(ids: readonly number[]): Promise<void> {
  const offers = await downloadOffersItem.read()
  if (offers !== null)
    await downloadOffersItem.write({ ...offers, handled: [...offers.handled, ...ids].slice(-MOST_HANDLED) })
}

/** Shows on the toolbar button and the desktop that a recording has been downloaded. */
export async function announceDownload(download: FinishedDownload): Promise<void> {
  if ((await downloadOffersItem.read()) === null || !isDownloadedRecording(download, await ownAddresses())) return
  await noteUnseenDownload(download.id)
  await showIdleBadge()
  if (await notificationsItem.read())
    await showNotification({
      title: `${download.name} finished downloading`,
      message: 'Create a microsite?',
      page: extensionPage('sidepanel.html#downloads'),
    })
}

/** Removes them from the toolbar button. */
export async function markDownloadsSeen(): Promise<void> {
  const unseen = await unseenDownloads()
  if (unseen.length === 0) return
  await forgetUnseenDownloads(unseen)
  await showIdleBadge()
}

/** This extension saves recordings as downloads too, and so does the web app. */
async function ownAddresses(): Promise<string[]> {
  return [extensionPage(''), (await serverAddressItem.read()) ?? []].flat()
}
