import type { PlanId } from '@callfolio/shared/contract/accounts/account.ts'
import { getCount } from '@callfolio/shared/format.ts'
import { PLANS } from '@callfolio/shared/plans.ts'
import { PermanentFailure } from '../kernel/errors.ts'
import type { UserRemoval } from '../lifecycle/delete-user.ts'
import type { Command } from './arguments.ts'
import type { Admin } from './create-admin.ts'
import { describeFailedJob } from './failed-jobs.ts'

type User = NonNullable<Awaited<ReturnType<Admin['findUser']>>>

/** A command's result, as data and as text. */
export interface CommandResult {
  data: unknown
  text: string
}

/** Runs one operator command. @throws {PermanentFailure} when its user is unknown. */
export async function runCommand(parts: Admin, command: Command): Promise<CommandResult> {
  switch (command.name) {
    case 'user list': {
      const rows = await Promise.all((await parts.listUsers()).map((user) => describe(parts, user)))
      return {
        data: rows,
        text:
          rows
            .map(({ email, plan, status, until, created_at }) =>
              [email, plan, status, until?.slice(0, 10) ?? '-', created_at].join('\t'),
            )
            .join('\n') || 'There are no users yet.',
      }
    }
    case 'plan set':
      return setPlan(parts, await named(parts, command.email), command)
    case 'usage': {
      const user = await named(parts, command.email)
      const usage = await parts.usage(user.id)
      const limit = usage.limit < 0 ? '∞' : String(usage.limit)
      return {
        data: { email: user.email, ...usage },
        text: `${user.email} has used ${usage.used} of ${limit} microsites this month (${PLANS[usage.plan_id].name}); the limit renews on ${usage.renews_on}.`,
      }
    }
    case 'admin grant':
    case 'admin revoke': {
      const isAdmin = command.name === 'admin grant'
      const user = await named(parts, command.email)
      await parts.setOperator(user.id, isAdmin)
      return {
        data: { email: user.email, operator: isAdmin },
        text: isAdmin
          ? `${user.email} is now an admin and can manage engines in Settings.`
          : `${user.email} is no longer an admin.`,
      }
    }
    case 'jobs failed': {
      const jobs = (await parts.listFailedJobs()).map(describeFailedJob)
      return {
        data: jobs,
        text: jobs.map((job) => Object.values(job).join('\t')).join('\n') || 'No failed jobs.',
      }
    }
    case 'jobs retry':
      return retryJobs(parts, command.id)
    case 'log': {
      const user = await named(parts, command.email)
      const rows = (await parts.accountLog(user.id)).map(({ at, ...row }) => ({ at: at.toISOString(), ...row }))
      const line = ({ at, kind, what, userAgent }: (typeof rows)[number]) =>
        [at, kind, what ?? '-', userAgent ?? '-'].join('\t')
      return { data: rows, text: rows.map(line).join('\n') || 'No events.' }
    }
    case 'factor list': {
      const user = await named(parts, command.email)
      const rows = (await parts.listFactors(user.id)).map(({ id, kind, name, addedAt }) => ({
        id,
        kind,
        name,
        added_at: addedAt.toISOString(),
      }))
      const text = rows.map(({ id, kind, name, added_at }) => [id, kind, name ?? '-', added_at].join('\t')).join('\n')
      return { data: rows, text: text || `${user.email} has no second factor or passkey.` }
    }
    case 'factor remove': {
      const user = await named(parts, command.email)
      if (!(await parts.removeFactor(user.id, command.id)))
        throw new PermanentFailure(
          'not_found',
          `${user.email} has no factor ${command.id}. Run factor list to see their factors.`,
        )
      return {
        data: { email: user.email, removed: command.id },
        text: `Removed the factor of ${user.email} and ended all their sessions.`,
      }
    }
    case 'keys list':
      return describeKeys(await parts.listKeys())
    case 'keys rotate':
      return describeKeys(await parts.rotateKeys())
    case 'user delete': {
      const user = await named(parts, command.email)
      const removed = await parts.deleteUser(user.id)
      return { data: { email: user.email, removed }, text: removalText(user, removed) }
    }
  }
}

/** One item may have several jobs, of different kinds. */
async function retryJobs(parts: Admin, id: string): Promise<CommandResult> {
  const jobs = await parts.listFailedJobs({ id })
  if (jobs.length === 0) throw new PermanentFailure('not_found', `${id} has no failed jobs.`)
  const retried: string[] = []
  for (const job of jobs) if (await parts.retryJob(job)) retried.push(job.kind)
  return {
    data: { id, retried },
    text: retried.length > 0 ? `Retrying ${id}: ${retried.join(', ')}.` : `${id} has nothing to retry.`,
  }
}

function describeKeys(keys: Awaited<ReturnType<Admin['listKeys']>>): CommandResult {
  const rows = keys.map(({ kid, state, retiresAt }) => ({ kid, state, until: retiresAt?.toISOString() ?? null }))
  return { data: rows, text: rows.map(({ kid, state, until }) => [kid, state, until ?? '-'].join('\t')).join('\n') }
}

async function setPlan(
  parts: Admin,
  user: User,
  { planId, until }: { planId: PlanId; until: Date | null },
): Promise<CommandResult> {
  await parts.grant(user.id, { planId, until })
  const row = await describe(parts, user)
  const given = `Granted ${user.email} the ${PLANS[planId].name} plan${until ? ` until ${until.toISOString().slice(0, 10)}` : ''}.`
  const other =
    row.plan_id === planId
      ? ''
      : ` The active plan is ${row.plan}: the best of granted and paid plans applies, or the default plan if there is none.`
  return { data: row, text: given + other }
}

async function describe(parts: Admin, { id, email, createdAt }: User) {
  const [plan, held] = await Promise.all([parts.plan(id), parts.subscription(id)])
  return {
    id,
    email,
    plan_id: plan.id,
    plan: plan.name,
    status: held === null ? 'none' : `${held.status} (${held.from === 'operator' ? 'granted' : 'paid'})`,
    until: held?.currentPeriodEnd?.toISOString() ?? null,
    created_at: createdAt.toISOString(),
  }
}

async function named({ findUser }: Admin, email: string): Promise<User> {
  const user = await findUser(email)
  if (!user) throw new PermanentFailure('not_found', `User ${email} doesn’t exist.`)
  return user
}

function removalText(
  { email }: User,
  { microsites, links, uploads, objects, subscriptions_ended: ended, subscriptions_left: left }: UserRemoval,
): string {
  const lines = [
    `Deleted ${email}: ${getCount(microsites, 'microsite')} with ${getCount(links, 'link')}, ${getCount(uploads, 'other upload')}, ${getCount(objects, 'file')}.`,
  ]
  if (ended.length > 0) lines.push(`Subscriptions canceled at the payment provider: ${ended.join(', ')}.`)
  if (left.length > 0)
    lines.push(
      `Subscriptions still billed, because this server has no payment key. Cancel them at the provider: ${left.join(', ')}.`,
    )
  return lines.join('\n')
}
