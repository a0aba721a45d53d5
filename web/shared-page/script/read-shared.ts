import { ApiError, type ApiClient } from '@callfolio/shared/api-client.ts'
import { plainFieldsSchema } from '@callfolio/shared/contract/microsite-fields.ts'
import {
  getSharedReplySchema,
  SHARE_PATHS,
  type Preparation,
  type SharedMicrosite,
} from '@callfolio/shared/contract/share.ts'
import type { ExportSource } from '../../exports/export-source.ts'
import { momentAddress } from '../../lib/moment-address.ts'
import { readContent } from '../read-content.ts'
import { readTicket } from './read-ticket.ts'
import { ENDED } from './watch-link.ts'

/** What a link shows and, for its owner, the microsite's id. */
export interface SharedReply {
  microsite: SharedMicrosite
  own_microsite_id: string | null
  /** Null: the page is ready. */
  preparation: Preparation | null
}

/**
 * The current content of this page's link; a protected one uses the page's ticket. @throws ApiError when it no longer
 * shows anything.
 */
export async function readShared(api: ApiClient): Promise<SharedReply> {
  const token = decodeURIComponent(location.pathname.split('/').at(-1) ?? '')
  const ticket = (await readTicket()) ?? undefined
  return api.request(SHARE_PATHS.getShared, getSharedReplySchema, { method: 'POST', body: { token, ticket } })
}

/**
 * The current content of the link, for an export. If it no longer shows anything, the page is reloaded to show why,
 * and this never returns.
 */
export async function readSharedExport(api: ApiClient): Promise<ExportSource> {
  try {
    return sharedExport((await readShared(api)).microsite, location.origin + location.pathname)
  } catch (error) {
    if (!(error instanceof ApiError && ENDED.has(error.status))) throw error
    location.reload()
    return new Promise<never>(() => undefined)
  }
}

/** A shared microsite as a recipient exports it: its timestamps link to the shared page. */
function sharedExport(microsite: SharedMicrosite, page: string): ExportSource {
  const { outline, chapters } = readContent(microsite, { hasVideo: false })
  return {
    ...plainFieldsSchema.parse(microsite),
    outline,
    chapters,
    transcript: microsite.transcript,
    segments: microsite.segments,
    transcriptInfo: microsite.transcript_info,
    momentUrl: (ms) => momentAddress(page, ms),
    momentsOpenTo: 'readers',
  }
}
