import browser, { type Downloads } from 'webextension-polyfill'

/** A finished download. The browser tells its name, but lets no extension read its file. */
export interface FinishedDownload {
  id: number
  /** Its file's name. */
  name: string
  /** Bytes. */
  size: number
  /** ms since 1970. */
  finishedAt: number
  /** Where it was loaded from. */
  url: string
}

const PERMISSION = { permissions: ['downloads' as const] }
// A key for each download, because several may finish at once. Gone when the browser ends.
const UNSEEN = 'unseen download '

/** Whether the person has allowed the extension to see downloads. */
export function canSeeDownloads(): Promise<boolean> {
  return browser.permissions.contains(PERMISSION)
}

/** Asks the person to allow it; false if denied. Call it first in a click handler. */
export function requestDownloads(): Promise<boolean> {
  return browser.permissions.request(PERMISSION).catch(() => false)
}

/** Gives the permission back. */
export async function releaseDownloads(): Promise<void> {
  await browser.permissions.remove(PERMISSION).catch(() => false)
}

/** The finished downloads whose files still exist, the newest first. @param since ms since 1970. */
export async function listDownloads(since: number): Promise<FinishedDownload[]> {
  return search({ exists: true, endedAfter: new Date(since).toISOString(), orderBy: ['-endTime'] })
}

/** Reports each download that finishes. Call it when the background starts: a later one may start it. */
export function onDownloadFinished(onFinished: (download: FinishedDownload) => void): void {
  const report = ({ id, state }: Downloads.OnChangedDownloadDeltaType): void => {
    if (state?.current === 'complete') void search({ id }).then((found) => found.forEach(onFinished))
  }
  const listen = (): void => api()?.onChanged.addListener(report)
  listen()
  // The permission may come later. A listener that is already there is not added twice.
  browser.permissions.onAdded.addListener(listen)
}

/** Remembers a finished download until the person has seen it. */
export async function noteUnseenDownload(id: number): Promise<void> {
  await browser.storage.session.set({ [`${UNSEEN}${id}`]: true })
}

/** The finished downloads that the person has not seen, by their keys in the storage. */
export async function unseenDownloads(): Promise<string[]> {
  return Object.keys(await browser.storage.session.get(null)).filter((key) => key.startsWith(UNSEEN))
}

/** @param keys from `unseenDownloads`. */
export async function forgetUnseenDownloads(keys: string[]): Promise<void> {
  await browser.storage.session.remove(keys)
}

async function search(query: Downloads.DownloadQuery): Promise<FinishedDownload[]> {
  const items = (await api()?.search({ ...query, state: 'complete' })) ?? []
  return items.map(({ id, filename, fileSize, endTime, url }) => ({
    id,
    name: filename.split(/[\\/]/).at(-1) ?? '',
    size: fileSize,
    finishedAt: Date.parse(endTime ?? ''),
    url,
  }))
}

/** Without the permission there is none. */
function api(): Downloads.Static | undefined {
  return browser.downloads
}
