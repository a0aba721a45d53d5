import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { PLAN_IDS, type PlanId } from '@callfolio/shared/contract/accounts/account.ts'
import { PermanentFailure } from '../kernel/errors.ts'
import { isBucketAddress } from '../storage/bucket-address.ts'

const USAGE = `Usage: npm run admin -- COMMAND [--json]
  user list                              lists all users with their plans
  user delete EMAIL --yes                deletes a user and all their data
  plan set EMAIL PLAN [--until DATE]     sets a plan (${PLAN_IDS.join(', ')}) until the end of that day (UTC)
  usage EMAIL                            shows this month's usage and limit
  jobs failed                            lists failed jobs with their reasons
  jobs retry ID                          retries the failed jobs with this ID
  admin grant EMAIL                      makes an account an admin
  admin revoke EMAIL                     removes an account's admin rights
  log EMAIL                              shows an account's sign-ins and sign-in changes
  factor list EMAIL                      lists second factors and passkeys
  factor remove EMAIL ID --yes           removes one, ends the user's sessions and emails the user
  keys list                              lists the keys that sign access tokens
  keys rotate                            switches to the next key; existing tokens stay valid until they expire
  backup --to PLACE                      backs up database and files while the servers run; copies only new files.
                                         PLACE: a folder, or s3://BUCKET?endpoint=…
  restore --from PLACE                   restores a backup into an empty DATA_DIR, DATABASE_URL and S3_BUCKET,
                                         also across database and storage types
  verify PLACE                           checks every file of a backup`

/** An operator's command on a server's data. */
export type Command =
  | { name: 'user list' }
  | { name: 'user delete'; email: string }
  | { name: 'plan set'; email: string; planId: PlanId; until: Date | null }
  | { name: 'usage'; email: string }
  | { name: 'jobs failed' }
  | { name: 'jobs retry'; id: string }
  | { name: 'admin grant' | 'admin revoke'; email: string }
  | { name: 'log'; email: string }
  | { name: 'factor list'; email: string }
  | { name: 'factor remove'; email: string; id: string }
  | { name: 'keys list' | 'keys rotate' }

/** A command on a whole installation, with a folder or a bucket for its backup. */
export type BackupCommand = { name: 'backup' | 'restore' | 'verify'; place: string }

type AnyCommand = Command | BackupCommand

/** @throws {PermanentFailure} with a sentence and the usage for arguments that can't be parsed. */
export function readArguments(args: readonly string[]): { command: AnyCommand; json: boolean } {
  const { values, positionals } = parse(args)
  return { command: readCommand(positionals, values), json: values.json === true }
}

type Options = ReturnType<typeof parse>['values']

function readCommand(words: readonly string[], { until, yes, to, from }: Options): AnyCommand {
  if (until !== undefined && words[0] !== 'plan') throw refusal('--until only works with plan set.')
  const [first = '', second = ''] = words
  if (to !== undefined && first !== 'backup') throw refusal('--to only works with backup.')
  if (from !== undefined && first !== 'restore') throw refusal('--from only works with restore.')
  if (first === 'backup') return only(words, 1, { name: 'backup', place: placeIn(to, '--to') })
  if (first === 'restore') return only(words, 1, { name: 'restore', place: placeIn(from, '--from') })
  if (first === 'verify')
    return only(words, 2, { name: 'verify', place: placeIn(words[1], 'the backup’s folder or bucket') })
  if (first === 'usage') return { name: 'usage', email: emailIn(words, 1) }
  if (first === 'log') return { name: 'log', email: emailIn(words, 1) }
  const name = `${first} ${second}`
  switch (name) {
    case 'admin grant':
    case 'admin revoke':
    case 'factor list':
      return { name, email: emailIn(words, 2) }
    case 'keys list':
    case 'keys rotate':
    case 'user list':
    case 'jobs failed':
      return only(words, 2, { name })
    case 'factor remove': {
      const [email, id] = [addressIn(words[2]), words[3]]
      if (id === undefined) throw refusal('Specify the factor’s ID. Run factor list to see it.')
      if (yes !== true) throw refusal(`Nothing removed. Add --yes to remove it and end all sessions of ${email}.`)
      return only(words, 4, { name, email, id })
    }
    case 'jobs retry': {
      const id = words[2]
      if (id === undefined) throw refusal('Specify the job’s ID. Run jobs failed to see it.')
      return only(words, 3, { name, id })
    }
    case 'user delete': {
      const email = emailIn(words, 2)
      if (yes !== true) throw refusal(`Nothing deleted. Add --yes to delete ${email} and all their data.`)
      return { name, email }
    }
    case 'plan set': {
      const planId = PLAN_IDS.find((id) => id === words[3])
      if (planId === undefined) throw refusal(`The plan must be one of ${PLAN_IDS.join(', ')}.`)
      return only(words, 4, {
        name,
        email: addressIn(words[2]),
        planId,
        until: until === undefined ? null : endOfDay(until),
      })
    }
    default:
      throw refusal(words.length === 0 ? 'Specify a command.' : `Unknown command "${words.join(' ')}".`)
  }
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        until: { type: 'string' },
        yes: { type: 'boolean' },
        to: { type: 'string' },
        from: { type: 'string' },
        json: { type: 'boolean' },
      },
    })
  } catch {
    throw refusal('Invalid options.')
  }
}

function emailIn(words: readonly string[], index: number): string {
  return only(words, index + 1, addressIn(words[index]))
}

function addressIn(word: string | undefined): string {
  if (word === undefined || !word.includes('@')) throw refusal('Specify an email address.')
  return word.toLowerCase()
}

function placeIn(word: string | undefined, what: string): string {
  if (word === undefined || word === '') throw refusal(`Specify ${what}.`)
  return isBucketAddress(word) ? word : resolve(word)
}

function only<T>(words: readonly string[], count: number, value: T): T {
  if (words.length > count) throw refusal(`Unexpected argument "${words[count] ?? ''}".`)
  return value
}

/** @param date `YYYY-MM-DD`. */
function endOfDay(date: string): Date {
  const end = new Date(`${date}T23:59:59.999Z`)
  // 31 June would become 1 July.
  if (!/^\d{4}-\d\d-\d\d$/.test(date) || Number.isNaN(end.getTime()) || !end.toISOString().startsWith(date))
    throw refusal(`"${date}" isn’t a date like 2027-01-31.`)
  return end
}

function refusal(sentence: string): PermanentFailure {
  return new PermanentFailure('invalid_request', `${sentence}\n${USAGE}`)
}
