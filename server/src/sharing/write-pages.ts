import type { PageFrame } from '@callfolio/shared/shared-page.ts'
import { createSingleFlight } from '../kernel/single-flight.ts'
import type { LongViews, PreviewView, ViewOfLink } from './long-views.ts'
import { documentOf, openPageOf, previewPageOf, readViewed } from './open-page.ts'
import { createOwnPlaces, type Piece } from './own-places.ts'
import type { ReadOwned } from './owned-microsite.ts'
import { createPageCache, type KnownDocument, type PageDocument } from './page-cache.ts'
import type { ViewedPage, ViewedPreview } from './page-content.ts'
import type { PageBuild } from './page-renderer.ts'

interface WriteDeps {
  readOwned: ReadOwned
  long: LongViews
  build: () => Promise<PageBuild>
}

/** What a page is written with besides its content, but for its visitor's origin. */
type SharedFrame = Omit<PageFrame, 'origin'>

/** Between the reading of a link and that of its content another change came. */
class PageChanged extends Error {
  override readonly name = 'PageChanged'
}

/** Writes what visits show, once for all who come at once; long ones by another process. */
export function createPageWriter(deps: WriteDeps) {
  const places = createOwnPlaces()
  const pages = createPageCache(places)
  const previews = createSingleFlight<readonly Piece[] | null>()

  async function write(view: ViewOfLink, frame: PageFrame): Promise<PageDocument> {
    if (await deps.long.isLong(view.micrositeId)) {
      const document = await deps.long.page(view, frame)
      if (document === null) throw new PageChanged()
      return document
    }
    const site = await readViewed(deps.readOwned, view)
    if (site === null) throw new PageChanged()
    const page = openPageOf(site, view)
    return documentOf(page, await (await deps.build()).write(page, frame))
  }

  async function writePreview(view: PreviewView, frame: PageFrame): Promise<readonly Piece[] | null> {
    if (await deps.long.isLong(view.micrositeId)) {
      const html = await deps.long.preview(view, frame)
      return html === null ? null : places.split(html)
    }
    const site = await readViewed(deps.readOwned, view)
    if (site === null) return null
    return places.split(await (await deps.build()).render(previewPageOf(site, view), frame))
  }

  return {
    ...places,
    piecesOf: pages.piecesOf,
    /** @returns null where it was changed since it was read. */
    async page({ facts, view, isReady }: ViewedPage, frame: SharedFrame): Promise<KnownDocument | null> {
      const make = () => write({ ...view, viewTicket: places.ticket }, { ...frame, origin: places.origin })
      const known = [...facts, frame.language]
      try {
        return await (isReady ? pages.document(known, make) : pages.passing(known, make))
      } catch (error) {
        if (error instanceof PageChanged) return null
        throw error
      }
    },
    /** @returns null where it is gone. */
    preview: ({ facts, view }: ViewedPreview, frame: SharedFrame): Promise<readonly Piece[] | null> =>
      previews(JSON.stringify([...facts, frame.language]), () =>
        writePreview(view, { ...frame, origin: places.origin }),
      ),
  }
}
