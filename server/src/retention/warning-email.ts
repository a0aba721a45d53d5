import { BRAND } from '@callfolio/shared/brand.ts'
import type { KeptPart } from '@callfolio/shared/contract/retention.ts'
import { formatDay } from '@callfolio/shared/format.ts'
import type { RecordedEvent } from '../db/events.ts'
import type { Mailer } from '../mail/mailer.ts'
import { getAges, dueAt } from './kept-until.ts'
import type { RetentionRepo } from './retention-repo.ts'

interface WarningMailDeps {
  retention: RetentionRepo
  /** A user's email address; null: the account is gone, or has none. */
  getEmail: (userId: string) => Promise<string | null>
  mailer: Mailer
  publicUrl: () => string
}

/** Keeps the email readable. */
const MOST_NAMED = 40
const WHAT: Record<KeptPart, string> = {
  media: 'recording',
  transcript: 'transcript',
  page: 'microsite and its links',
}

/**
 * Informs an owner of upcoming deletions and how to prevent them. Skips items that were pinned or changed since.
 * @throws TransientFailure when the mail server did not accept the email.
 */
export async function mailRetentionWarning(
  { retention, getEmail, mailer, publicUrl }: WarningMailDeps,
  { at, event }: RecordedEvent,
): Promise<void> {
  if (event.kind !== 'retention.warned') return
  const days = new Map(getAges(await retention.find(event.userId)).map((age) => [age.part, age.days]))
  const named = (await retention.listWarned(event.userId, at)).flatMap(({ part, title, createdAt, micrositeId }) => {
    const after = days.get(part)
    if (after === undefined) return []
    const due = dueAt({ createdAt, days: after, warnedAt: at })
    return [{ due, text: `${formatDay(due.toISOString())}: “${title}” (${WHAT[part]})\n${getPage(micrositeId)}` }]
  })
  const to = await getEmail(event.userId)
  if (named.length === 0 || to === null) return
  const shown = named.toSorted((a, b) => a.due.getTime() - b.due.getTime()).slice(0, MOST_NAMED)
  const more = named.length - shown.length
  await mailer.send({
    to,
    accountId: event.userId,
    subject: 'Some of your content will be deleted soon',
    text: `Based on your retention settings, ${BRAND.name} will delete:

${shown.map(({ text }) => text).join('\n\n')}${more > 0 ? `\n\nand ${more} more.` : ''}

Pin a microsite to keep it, or change your retention settings:
${publicUrl()}/dashboard?tab=settings

${BRAND.name}`,
  })

  function getPage(id: string): string {
    return `${publicUrl()}/microsite/${encodeURIComponent(id)}`
  }
}
