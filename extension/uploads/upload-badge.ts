import { sentPercent } from '@callfolio/shared/client/uploads/upload-entry.ts'
import type { Upload, UploadNews } from '../messaging/uploads-protocol.ts'

export type UploadBadge = Extract<UploadNews, { type: 'uploads/badge' }>['badge']

/** The toolbar button's content. */
interface BadgeFacts {
  uploads: readonly Upload[]
  /** Saved recordings that need the person. */
  recordingsWaiting: number
  /** A microsite is ready that has not been opened. */
  readyUnseen: boolean
}

/** Whether an upload is stuck without the person. */
export function isStuck({ state: { phase } }: Pick<Upload, 'state'>): boolean {
  return phase === 'stopped' || phase === 'refused' || phase === 'failed'
}

/**
 * The toolbar button's text: how much has been sent, else that something needs the person, else that something is
 * ready.
 */
export function uploadBadge({ uploads, recordingsWaiting, readyUnseen }: BadgeFacts): UploadBadge {
  const moving = uploads.filter(
    ({ state: { phase } }) => phase === 'waiting' || phase === 'sending' || phase === 'starting',
  )
  if (moving.length > 0) {
    const sum = (size: (upload: Upload) => number) => moving.reduce((total, upload) => total + size(upload), 0)
    const percent = sentPercent({
      sentBytes: sum(({ entry }) => entry.sentBytes),
      fileSize: sum(({ entry }) => entry.fileSize ?? 0),
    })
    return { text: `${percent}%`, tone: 'busy' }
  }
  if (recordingsWaiting > 0 || uploads.some(isStuck)) return { text: '!', tone: 'bad' }
  return readyUnseen ? { text: '✓', tone: 'good' } : null
}

/** Sends the badge's content when it changes. */
export function createBadgeNews(send: (badge: UploadBadge) => void) {
  /** Null: unknown. The toolbar button may still show what an earlier engine sent. */
  let shown: string | null = null
  return {
    show: (badge: UploadBadge): void => {
      const text = badge?.text ?? ''
      if (shown === text) return
      shown = text
      send(badge)
    },
    /** Something else may have overwritten it. */
    forget: () => void (shown = null),
  }
}
