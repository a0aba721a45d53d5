import { ANY_REPLY, type ApiClient } from '../api-client.ts'
import { MICROSITE_PATHS } from '../contract/microsite.ts'

/**
 * Gives a microsite a title that its person typed.
 * @throws ApiError, 404 among them where it was not begun yet, and what `fetch` throws.
 */
export async function renamePage(api: ApiClient, micrositeId: string, title: string): Promise<void> {
  await api.request(MICROSITE_PATHS.one(micrositeId), ANY_REPLY, { method: 'PATCH', body: { title } })
}
