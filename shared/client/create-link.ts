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
export function workingLink(links: readonly ShareableLink[], now: Date): ShareableLink | null {
  return links.find((link) => link.revoked_at === null && new Date(link.expires_at) > now) ?? null
}

/** Lifetime of a link created with its page. */
const FIRST_LINK_DAYS = 7

/** Creates a link to a microsite that has none: repeated calls, or calls after a restart, create only one. */
export async function ensureLink(api: ApiClient, micrositeId: string): Promise<void> {
  if ((await readLinks(api, micrositeId)).length === 0)
    await createLink(api, { microsite_id: micrositeId, expires_in_days: FIRST_LINK_DAYS })
}
