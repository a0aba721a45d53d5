import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { Branding } from '@callfolio/shared/contract/branding.ts'
import type { ShareableLinkRow } from '../db/schema.ts'
import type { Visitor } from './link-pass.ts'
import type { LongViews, ViewOfMicrosite } from './long-views.ts'
import { findLink, openLink, type OpenLinkDeps } from './open-link.ts'
import { versionOf } from './preparation.ts'
import { sharedView } from './shared-view.ts'

/** An hour's call has about 200,000 characters, the longest transcripts some ten million. */
const KEPT_BYTES = 32_000_000

export interface SharedJsonDeps extends OpenLinkDeps {
  long: LongViews
  branding: (userId: string, origin: string) => Promise<Branding>
}

/** Who reads what, and what addresses in it start with. */
interface SharedRead {
  token: string
  visitor: Visitor
  origin: string
}

/** What a link shows when nothing stands in its way and its microsite is finished. */
export interface SharedJson {
  link: ShareableLinkRow
  /** The microsite, as JSON. */
  microsite: Buffer
}

/**
 * Keeps what links show as JSON, by what it says: a change is another text. Whether a link may be read is decided before,
 * on every request.
 */
export function createSharedJson(deps: SharedJsonDeps) {
  const texts = new LRUCache<string, Buffer, () => Promise<Buffer | undefined>>({
    maxSize: KEPT_BYTES,
    sizeCalculation: ({ length }) => length,
    fetchMethod: (_key, _stale, { context: write }) => write(),
  })

  async function write({ token, visitor, origin }: SharedRead, view: ViewOfMicrosite): Promise<Buffer | undefined> {
    // Without an answer it was changed since the look at its link.
    if (await deps.long.isLong(view.micrositeId)) return (await deps.long.json(view)) ?? undefined
    const opened = await openLink(deps, token, visitor)
    if (opened.state !== 'open') return undefined
    const { link, site } = opened
    return Buffer.from(JSON.stringify(sharedView(site, await deps.branding(site.userId, origin), link.sections)))
  }

  /** @returns null where the link shows something else, or what changes by the second. */
  return async (read: SharedRead): Promise<SharedJson | null> => {
    const found = await findLink(deps, read.token, read.visitor)
    if (found.state !== 'open') return null
    const { link, site } = found
    const branding = await deps.branding(link.createdByUserId, read.origin)
    const version = versionOf('open', link, site)
    const facts = [read.token, version, branding, read.origin]
    const key = createHash('sha256').update(JSON.stringify(facts)).digest('base64')
    const { token, sections, withVideo } = link
    const view = {
      userId: link.createdByUserId,
      micrositeId: link.micrositeId,
      link: { token, sections, withVideo },
      branding,
      version,
    }
    const microsite = await texts.fetch(key, { context: () => write(read, view) })
    return microsite === undefined ? null : { link, microsite }
  }
}
