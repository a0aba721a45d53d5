import { sentPercent } from '@callfolio/shared/client/upload-entry.ts'
import type { Upload, UploadNews } from '../messaging/uploads-protocol.ts'

type UploadBadge = Extract<UploadNews, { type: 'uploads/badge' }>['badge']

/**
 * What the toolbar button says of the uploads: how much has been sent, else that something needs the person, else that
 * a microsite is ready which nobody has looked at.
 */
export function uploadBadge(uploads: readonly Upload[], readyUnseen: boolean): UploadBadge {
  const moving = uploads.filter(({ state: { phase } }) => phase === 'waiting' || phase === 'sending' || phase === 'starting')
  if (moving.length > 0) {
    const sum = (size: (upload: Upload) => number) => moving.reduce((total, upload) => total + size(upload), 0)
    const percent = sentPercent({ sentBytes: sum(({ entry }) => entry.sentBytes), fileSize: sum(({ entry }) => entry.fileSize ?? 0) })
    return { text: `${percent}%`, tone: 'busy' }
  }
  const stuck = uploads.some(({ state: { phase } }) => phase === 'stopped' || phase === 'refused' || phase === 'failed')
  if (stuck) return { text: '!', tone: 'bad' }
  return readyUnseen ? { text: '✓', tone: 'good' } : null
}
