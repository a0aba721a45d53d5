import type { ApiClient } from '../api-client.ts'
import {
  createLinkReplySchema,
  linkListSchema,
  SHARE_PATHS,
  type CreateLink,
  type CreateLinkReply,
  type ShareableLink,
} from '../contract/share.ts'

/** Creates another link to a microsite. */
export function createLink(api: ApiClient, link: CreateLink): Promise<CreateLinkReply> {
  return api.request(SHARE_PATHS.create, createLinkReplySchema, { method: 'POST', body: link })
}

export const CREATE_LINK_FAILED = 'Failed to generate shareable link. Please try again.'

/** The links of a microsite, newest first. */
export async function readLinks(api: ApiClient, micrositeId: string, signal?: AbortSignal): Promise<ShareableLink[]> {
  const query = new URLSearchParams({ microsite_id: micrositeId }).toString()
  const { links } = await api.request(`${SHARE_PATHS.list}?${query}`, linkListSchema, signal ? { signal } : {})
  return links
}

/** The newest of a microsite's links that is active at this time; null: none. */
function workingLink(links: readonly ShareableLink[], now: Date): ShareableLink | null {
  return links.find((link) => link.revoked_at === null && new Date(link.expires_at) > now) ?? null
}

/** Lifetime of a link created with its page, or to be copied. */
const FIRST_LINK_DAYS = 7

/**
 * Creates a link to a microsite that has none: repeated calls, or calls after a restart, create only one.
 * @returns its address; null if its links have expired or were revoked.
 */
export async function ensureLink(api: ApiClient, micrositeId: string): Promise<string | null> {
  const links = await readLinks(api, micrositeId)
  if (links.length > 0) return workingLink(links, new Date())?.share_url ?? null
  return (await createLink(api, { microsite_id: micrositeId, expires_in_days: FIRST_LINK_DAYS })).share_url
}

/** A link that ends within a day is not copied again, ms. */
const SHORTEST_LIFE_MS = 24 * 60 * 60 * 1000

/**
 * The link to copy for any recipient: the newest one made for no one in particular, or a new one.
 * @returns a link that is active for at least another day.
 */
export async function linkToCopy(
  api: ApiClient,
  micrositeId: string,
): Promise<Pick<ShareableLink, 'share_url' | 'reachable'>> {
  const forAnyone = (await readLinks(api, micrositeId)).filter(isForAnyone)
  return (
    workingLink(forAnyone, new Date(Date.now() + SHORTEST_LIFE_MS)) ??
    createLink(api, { microsite_id: micrositeId, expires_in_days: FIRST_LINK_DAYS })
  )
}

function isForAnyone({ label, has_password, asks_email, sections, when_ready }: ShareableLink): boolean {
  return label === null && !has_password && !asks_email && sections === null && !when_ready
}
