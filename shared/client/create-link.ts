import type { ApiClient } from '../api-client.ts'
import { createLinkReplySchema, SHARE_PATHS, type CreateLink, type CreateLinkReply } from '../contract/share.ts'

/** Makes one more link to a microsite. */
export function createLink(api: ApiClient, link: CreateLink): Promise<CreateLinkReply> {
  return api.request(SHARE_PATHS.create, createLinkReplySchema, { method: 'POST', body: link })
}

export const CREATE_LINK_FAILED = 'Failed to generate shareable link. Please try again.'
