import { BRAND } from '@callfolio/shared/brand.ts'
import type { RecordedEvent } from '../../db/events.ts'
import { AppError } from '../../kernel/errors.ts'
import type { RateLimiter } from '../../limits/rate-limiter.ts'
import { sendOfWork } from '../../mail/email-allowance.ts'
import type { Mailer } from '../../mail/mailer.ts'
import type { OwnedMicrosite } from '../records/microsite.ts'

interface BetterMailDeps {
  readOwned: (userId: string, id: string) => Promise<OwnedMicrosite>
  /** A user's address; null: the account was deleted. */
  getEmail: (userId: string) => Promise<string | null>
  mailer: Mailer
  limiter: RateLimiter
  publicUrl: () => string
}

/**
 * Notifies the owner of a page whose draft was replaced with the speech model's transcript, without a request by the
 * owner.
 * @throws TransientFailure when the mail server did not accept the email, or the owner got too many emails recently.
 */
export async function emailBetterTranscript(
  { readOwned, getEmail, mailer, limiter, publicUrl }: BetterMailDeps,
  { event }: RecordedEvent,
): Promise<void> {
  if (event.kind !== 'microsite.transcribed_again') return
  const site = await readOwned(event.userId, event.micrositeId).catch(nullWhenGone)
  const to = site && (await getEmail(event.userId))
  if (site === null || to === null) return
  const mail = {
    to,
    accountId: event.userId,
    subject: `Better transcript: ${site.title}`,
    text: `“${site.title}” now has a more accurate transcript and a new recap. They replace the draft.

Corrections you made to the draft weren’t carried over. Your other edits and links are unchanged. Review the changes:
${publicUrl()}/microsite/${encodeURIComponent(site.id)}

${BRAND.name}`,
  }
  await sendOfWork({ mailer, limiter }, mail)
}

function nullWhenGone(error: unknown): null {
  if (error instanceof AppError && error.code === 'not_found') return null
  throw error
}
