import { AppError } from '../kernel/errors.ts'
import type { OwnedMicrosite } from './owned-microsite.ts'
import type { PageTickets } from './page-tickets.ts'

/**
 * Makes the ticket of a preview.
 * @throws AppError conflict while the microsite is not active: a recipient would see nothing yet.
 */
export async function createPreview(
  tickets: PageTickets,
  site: OwnedMicrosite,
): Promise<{ ticket: string; expiresAt: Date }> {
  if (site.status !== 'active')
    throw new AppError('conflict', 'A microsite can be viewed as a recipient once it is ready.')
  const { text, expiresAt } = await tickets.previews.seal({ userId: site.userId, micrositeId: site.id })
  return { ticket: text, expiresAt }
}
