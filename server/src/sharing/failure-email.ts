import { BRAND } from '@callfolio/shared/brand.ts'
import type { RecordedEvent } from '../db/events.ts'
import type { Clock } from '../kernel/clock.ts'
import type { RateLimiter } from '../limits/rate-limiter.ts'
import { sendOfWork } from '../mail/email-allowance.ts'
import type { Mailer } from '../mail/mailer.ts'
import type { LinksRepo } from './links/links-repo.ts'
import { nullWhenGone, type ReadOwned } from './page/owned-microsite.ts'

export interface FailureMailDeps {
  links: Pick<LinksRepo, 'hasWorking'>
  readOwned: ReadOwned
  /** A user's address; null: the account is deleted. */
  getEmail: (userId: string) => Promise<string | null>
  mailer: Mailer
  limiter: RateLimiter
  publicUrl: () => string
  clock: Clock
}

/**
 * Emails the owner of a page whose processing failed if a working link leads to it, because a recipient may be waiting.
 * Pages retried or deleted since need no email.
 * @throws TransientFailure when the mail server rejected it, or the owner just got many emails.
 */
export async function mailFailure(
  { links, readOwned, getEmail, mailer, limiter, publicUrl, clock }: FailureMailDeps,
  { event }: RecordedEvent,
): Promise<void> {
  if (event.kind !== 'microsite.failed' || !(await links.hasWorking(event.micrositeId, clock()))) return
  const site = await readOwned(event.userId, event.micrositeId).catch(nullWhenGone)
  const to = site?.status === 'failed' ? await getEmail(event.userId) : null
  if (site === null || to === null) return
  const page = `${publicUrl()}/microsite/${encodeURIComponent(site.id)}`
  const mail = { to, accountId: event.userId, ...failureMail(site.title, site.errorMessage, page) }
  await sendOfWork({ mailer, limiter }, mail)
}

function failureMail(title: string, reason: string | null, page: string) {
  return {
    subject: `We couldn’t prepare a microsite you shared: ${title}`,
    text: `You shared a link to “${title}”, but we couldn’t prepare the microsite.${reason === null ? '' : `\n\n${reason}`}

Recipients see that the page isn’t available. Retry or delete it:
${page}

After a successful retry, the same link works.

${BRAND.name}`,
  }
}
