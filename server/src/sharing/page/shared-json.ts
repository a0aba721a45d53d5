import type { Visitor } from '../links/link-pass.ts'
import {
  findLink,
  isReadableLink,
  type FindLinkDeps,
  type ReadableLink,
  type UnreadableLink,
} from '../links/open-link.ts'
import type { PageCache } from './page-cache.ts'
import { keyFor, linkView, type PageContentDeps } from './page-content.ts'
import { getVersion } from './preparation.ts'

export interface SharedJsonDeps extends FindLinkDeps, Pick<PageContentDeps, 'branding'> {
  pages: PageCache
}

/** The reader, the content, and the origin of its addresses. */
interface SharedRead {
  token: string
  visitor: Visitor
  origin: string
}

/** An accessible link with its content. */
export interface SharedJson extends ReadableLink {
  /** The microsite, as JSON. */
  microsite: Uint8Array
}

/** Reads a link's content as JSON. */
export async function readSharedJson(
  deps: SharedJsonDeps,
  { token, visitor, origin }: SharedRead,
): Promise<SharedJson | UnreadableLink> {
  const { found, page } = await deps.pages.show(async () => {
    const link = await findLink(deps, token, visitor)
    if (!isReadableLink(link)) return { link, request: null }
    const view = await linkView(deps, link, origin)
    const key = keyFor('json', view, getVersion(link.state, link.link, link.site))
    return { link, request: { key, job: { what: 'json', view } as const } }
  })
  const { link } = found
  if (!isReadableLink(link)) return link
  return page === null ? { state: 'gone' } : { ...link, microsite: page.body }
}
