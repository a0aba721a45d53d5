import { ANY_REPLY, type ApiClient } from '../api-client.ts'
import { MICROSITE_PATHS } from '../contract/microsite.ts'

/**
 * Gives a microsite a typed title.
 * @throws ApiError, including 404 if it was not begun yet, and `fetch` errors.
 */
export async function renamePage(api: ApiClient, micrositeId: string, title: string): Promise<void> {
  await api.request(MICROSITE_PATHS.one(micrositeId), ANY_REPLY, { method: 'PATCH', body: { title } })
}
