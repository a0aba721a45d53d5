import type { CaptionMarks } from '@callfolio/shared/contract/captions.ts'
import type { CaptionSiteId } from '../messaging/captions-protocol.ts'
import type { CaptionAdapter } from './caption-adapter.ts'
import { createMarkedReader } from './marked-captions.ts'
import { createMeetReader } from './meet.ts'

/** The reader of a site's captions. */
export function createReader(site: CaptionSiteId, marks: CaptionMarks): CaptionAdapter {
  return site === 'meet' ? createMeetReader(marks.meet) : createMarkedReader(site, marks[site])
}
