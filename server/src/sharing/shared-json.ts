import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { Branding } from '@callfolio/shared/contract/branding.ts'
import type { Visitor } from './link-pass.ts'
import type { LongViews, ViewOfMicrosite } from './long-views.ts'
import { findLink, isReadableLink, type FindLinkDeps, type ReadableLink, type UnreadableLink } from './open-link.ts'
import { readViewed, viewOf } from './open-page.ts'
import { bytesOf, createOwnPlaces, type Piece } from './own-places.ts'
import type { ReadOwned } from './owned-microsite.ts'
import { sharedView } from './shared-view.ts'
import { untilUnchanged } from './until-unchanged.ts'

/** An hour's call has about 200,000 characters, the longest transcripts some ten million. */
const KEPT_BYTES = 32_000_000

export interface SharedJsonDeps extends FindLinkDeps {
  readOwned: ReadOwned
  long: LongViews
  branding: (userId: string, origin: string) => Promise<Branding>
}

/** Who reads what, and what addresses in it start with. */
interface SharedRead {
  token: string
  visitor: Visitor
  origin: string
}

/** What a link shows when nothing prevents it. */
export interface SharedJson extends ReadableLink {
  /** The microsite, as JSON in pieces. */
  microsite: Buffer[]
}

/**
 * Keeps what links show as JSON, by what it says: a change is another text. Whether a link may be read is decided before,
 * on every request.
 */
export function createSharedJson(deps: SharedJsonDeps) {
  const places = createOwnPlaces()
  const texts = new LRUCache<string, readonly Piece[], () => Promise<readonly Piece[] | undefined>>({
    maxSize: KEPT_BYTES,
    sizeCalculation: bytesOf,
    fetchMethod: (_key, _stale, { context: write }) => write(),
  })

  /** @returns undefined when it was changed since its link was read. */
  async function write(view: ViewOfMicrosite): Promise<readonly Piece[] | undefined> {
    if (await deps.long.isLong(view.micrositeId)) {
      const json = await deps.long.json(view)
      return json === null ? undefined : places.split(json)
    }
    const site = await readViewed(deps.readOwned, view)
    if (site === null) return undefined
    return places.split(JSON.stringify(sharedView(site, view.branding, view.link.sections)))
  }

  return ({ token, visitor, origin }: SharedRead): Promise<SharedJson | UnreadableLink> =>
    untilUnchanged(async () => {
      const found = await findLink(deps, token, visitor)
      if (!isReadableLink(found)) return found
      const view = viewOf(found, await deps.branding(found.link.createdByUserId, places.origin))
      const key = createHash('sha256')
        .update(JSON.stringify([token, view.version, view.branding]))
        .digest('base64')
      const pieces = await texts.fetch(key, { context: () => write(view) })
      return pieces === undefined ? null : { ...found, microsite: places.fill(pieces, { ticket: '', origin }) }
    })
}
