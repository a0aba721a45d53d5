import type { CaptionMarks } from '@callfolio/shared/contract/captions.ts'
import type { CaptionAdapter } from './caption-adapter.ts'
import { captionSiteFor } from './caption-sites.ts'
import { createMarkedReader } from './marked-captions.ts'
import { createMeetReader } from './meet.ts'

/** The reader of the captions at a URL; null: it may show none. */
export function readerFor(url: string, marks: CaptionMarks): CaptionAdapter | null {
  const site = captionSiteFor(url)?.id
  if (site === undefined) return null
  return site === 'meet' ? createMeetReader(marks.meet) : createMarkedReader(site, marks[site])
}
