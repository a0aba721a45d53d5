import { mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { describeMailer } from './mailer.testing.ts'
import { createOutboxMailer, removeMailsFor, removeMailsWith, removeMessagesBefore } from './outbox.ts'

let data: string
beforeEach(async () => {
  data = await mkdtemp(join(tmpdir(), 'outbox-'))
})
afterEach(() => rm(data, { recursive: true }))

function createOutbox(folder = join(data, 'outbox'), from = 'no-reply@localhost') {
  const lines: string[] = []
  const log = pino({}, { write: (line: string) => void lines.push(line) })
  const mailer = createOutboxMailer({
    folder,
    from,
    clock: () => new Date('2026-03-04T05:06:07.089Z'),
    log,
  })
  return { folder, mailer, lines }
}

describeMailer('the outbox', async () => {
  const { folder, mailer } = createOutbox(join(data, 'outbox'), 'Calls <no-reply@calls.example>')
  const file = join(data, 'a file')
  await writeFile(file, '')
  return {
    mailer,
    broken: createOutbox(join(file, 'outbox')).mailer,
    arrived: async () => {
      const names = await readdir(folder).catch(() => [])
      return Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')))
    },
    close: async () => {},
  }
})

test('writes an email to one file that only its owner can read', async () => {
  const { folder, mailer } = createOutbox()
  expect(mailer.sends).toBe(false)
  await mailer.send({ to: 'ann@example.org', subject: 'Hello', text: 'First line\n\nhttps://calls.example/x' })
  const [name = '', ...others] = await readdir(folder)
  expect(others).toEqual([])
  expect(name).toMatch(/^2026-03-04T05-06-07-089Z-[0-9a-f]{8}\.eml$/)
  expect(await readFile(join(folder, name), 'utf8')).toBe(
    `From: no-reply@localhost
To: ann@example.org
Subject: Hello
Date: Wed, 04 Mar 2026 05:06:07 GMT
Content-Type: text/plain; charset=utf-8

First line

https://calls.example/x
`,
  )
  expect([(await stat(folder)).mode & 0o777, (await stat(join(folder, name))).mode & 0o777]).toEqual([0o700, 0o600])
})

test('logs the file name, without the recipient or the link', async () => {
  const { folder, mailer, lines } = createOutbox()
  await mailer.send({ to: 'ann@example.org', subject: 'Hello', text: 'https://calls.example/secret' })
  expect(lines.join('')).toContain(join(folder, '2026-03-04T05-06-07-089Z'))
  expect(lines.join('')).not.toMatch(/ann@|secret/)
})

test('removes only emails that contain a given text', async () => {
  const { folder, mailer } = createOutbox()
  await mailer.send({ to: 'ann@example.org', subject: 'A', text: 'https://calls.example/microsite/1' })
  await mailer.send({ to: 'ann@example.org', subject: 'B', text: 'https://calls.example/microsite/2' })
  expect(await removeMailsWith(folder, 'microsite/1')).toBe(1)
  const left = await readdir(folder)
  expect(left).toHaveLength(1)
  expect(await readFile(join(folder, left[0] ?? ''), 'utf8')).toContain('Subject: B')
  expect(await removeMailsWith(join(data, 'none'), 'x')).toBe(0)
})

test("removes an account's emails: those about it, to any address, and those to its addresses", async () => {
  const { folder, mailer } = createOutbox()
  const mail = { subject: 'Hello', text: 'X-Account: ann' }
  await mailer.send({ ...mail, to: 'before@example.org', accountId: 'ann' })
  await mailer.send({ ...mail, to: 'Ann@example.org' })
  await mailer.send({ ...mail, to: '+4915112345678' })
  await mailer.send({ ...mail, to: 'ben@example.org', accountId: 'ben' })
  expect(await removeMailsFor(folder, 'ann', ['ann@example.org', '+4915112345678'])).toBe(3)
  const [left = '', ...others] = await readdir(folder)
  expect(others).toEqual([])
  expect(await readFile(join(folder, left), 'utf8')).toContain('To: ben@example.org')
})

test("removes visitors' old messages, and none of the server's own emails", async () => {
  const { folder, mailer } = createOutbox()
  const sentAt = new Date('2026-03-04T05:06:07Z')
  await mailer.send({ to: 'desk@calls.example', replyTo: 'ann@example.org', subject: 'A', text: 'Hello' })
  await mailer.send({ to: 'ann@example.org', subject: 'B', text: 'Reply-To: me\n\nReply-To: me' })
  expect(await removeMessagesBefore(folder, sentAt)).toBe(0)
  expect(await removeMessagesBefore(folder, new Date(sentAt.getTime() + 1000))).toBe(1)
  const left = await readdir(folder)
  expect(left).toHaveLength(1)
  expect(await readFile(join(folder, left[0] ?? ''), 'utf8')).toContain('Subject: B')
  expect(await removeMessagesBefore(join(data, 'none'), sentAt)).toBe(0)
})

test('removes an email left unfinished by a killed process like a complete one', async () => {
  const { folder, mailer } = createOutbox()
  await mailer.send({ to: 'ann@example.org', accountId: 'ann', subject: 'Hello', text: 'Hello' })
  const [name = ''] = await readdir(folder)
  await rename(join(folder, name), join(folder, `${name}.part`))
  expect(await removeMailsFor(folder, 'ann', [])).toBe(1)
  expect(await readdir(folder)).toEqual([])
})
