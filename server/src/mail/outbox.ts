import { randomBytes } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { TransientFailure } from '../kernel/errors.ts'
import type { Clock } from '../kernel/clock.ts'
import type { Logger } from '../kernel/logger.ts'
import type { Mail, Mailer } from './mailer.ts'

/** Header with the id of the account that an email is about. */
const ACCOUNT = 'X-Account'

/**
 * Stores emails on a server that sends none: each becomes a text file in `folder`, logged for the operator. The files
 * contain links that open accounts, so only the server's own user can read them.
 * @returns a mailer whose `send` throws TransientFailure when the folder can't be written.
 */
export function createOutboxMailer({
  folder,
  from,
  clock,
  log,
}: {
  folder: string
  from: string
  clock: Clock
  log: Logger
}): Mailer {
  return {
    sends: false,
    async send(mail) {
      const now = clock()
      const name = `${now.toISOString().replaceAll(/[:.]/g, '-')}-${randomBytes(4).toString('hex')}.eml`
      const file = join(folder, name)
      try {
        await mkdir(folder, { recursive: true, mode: 0o700 })
        await writeFile(`${file}.part`, toMessage({ ...mail, from, date: now }), { mode: 0o600, flag: 'wx' })
        // The final name appears only once the email is complete.
        await rename(`${file}.part`, file)
      } catch (error) {
        await rm(`${file}.part`, { force: true }).catch(() => undefined)
        throw new TransientFailure('unavailable', 'Couldn’t save the email to the outbox', { cause: error })
      }
      log.info({ file }, 'this server sends no email; the message is in the outbox')
    },
  }
}

function toMessage({ from, to, replyTo, accountId, subject, date, text }: Mail & { from: string; date: Date }): string {
  const headers = {
    'From': from,
    'To': to,
    ...(replyTo !== undefined && { 'Reply-To': replyTo }),
    'Subject': subject,
    ...(accountId !== undefined && { [ACCOUNT]: accountId }),
    'Date': date.toUTCString(),
    'Content-Type': 'text/plain; charset=utf-8',
  }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value.replaceAll(/[\r\n]+/g, ' ')}`)
  return `${lines.join('\n')}\n\n${text.trimEnd()}\n`
}

/**
 * Removes an account's emails from an outbox: those about it, and those sent to one of its addresses.
 * @returns how many were removed.
 */
export function removeMailsFor(folder: string, accountId: string, addresses: readonly string[]): Promise<number> {
  const own = new Set(addresses.map((address) => address.toLowerCase()))
  return removeMails(
    folder,
    (mail) => getHeader(mail, ACCOUNT) === accountId || own.has(getHeader(mail, 'To').toLowerCase()),
  )
}

/**
 * Removes visitors' messages older than a timestamp: no account deletion covers them. Only they have a reply-to
 * address. @returns how many were removed.
 */
export function removeMessagesBefore(folder: string, time: Date): Promise<number> {
  return removeMails(
    folder,
    (mail) => getHeader(mail, 'Reply-To') !== '' && Date.parse(getHeader(mail, 'Date')) < time.getTime(),
  )
}

/** A header's value; empty if missing. */
function getHeader(mail: string, name: string): string {
  const head = mail.slice(0, mail.indexOf('\n\n'))
  return new RegExp(`^${name}: (.*)$`, 'm').exec(head)?.[1] ?? ''
}

/** Removes emails that contain a text, such as a microsite's id. @returns how many were removed. */
export function removeMailsWith(folder: string, text: string): Promise<number> {
  return removeMails(folder, (mail) => mail.includes(text))
}

async function removeMails(folder: string, isMeant: (mail: string) => boolean): Promise<number> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  let removed = 0
  // Includes unfinished files of a killed process.
  for (const name of names.filter((each) => /\.eml(\.part)?$/.test(each))) {
    if (!isMeant(await readFile(join(folder, name), 'utf8').catch(() => ''))) continue
    await rm(join(folder, name), { force: true })
    removed += 1
  }
  return removed
}
