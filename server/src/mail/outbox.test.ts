import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createOutboxMailer } from './outbox.ts'

let data: string
beforeEach(async () => {
  data = await mkdtemp(join(tmpdir(), 'outbox-'))
})
afterEach(() => rm(data, { recursive: true }))

function createOutbox() {
  const lines: string[] = []
  const folder = join(data, 'outbox')
  const log = pino({}, { write: (line: string) => void lines.push(line) })
  const mailer = createOutboxMailer({
    folder,
    from: 'no-reply@localhost',
    clock: () => new Date('2026-03-04T05:06:07.089Z'),
    log,
  })
  return { folder, mailer, lines }
}

test('a mail becomes one file, readable by the owner only', async () => {
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

test('mails of the same moment are all kept', async () => {
  const { folder, mailer } = createOutbox()
  await Promise.all([1, 2, 3].map(() => mailer.send({ to: 'ann@example.org', subject: 'Hello', text: '' })))
  expect(await readdir(folder)).toHaveLength(3)
})

test('the log names the file, and neither the person nor the link', async () => {
  const { folder, mailer, lines } = createOutbox()
  await mailer.send({ to: 'ann@example.org', subject: 'Hello', text: 'https://calls.example/secret' })
  expect(lines.join('')).toContain(join(folder, '2026-03-04T05-06-07-089Z'))
  expect(lines.join('')).not.toMatch(/ann@|secret/)
})

test('an answer goes to another address where one is named', async () => {
  const { folder, mailer } = createOutbox()
  await mailer.send({ to: 'ann@example.org', replyTo: 'bo@example.org', subject: 'Hello', text: '' })
  const [name = ''] = await readdir(folder)
  expect(await readFile(join(folder, name), 'utf8')).toContain('Reply-To: bo@example.org\n')
})

test('a line break in a subject adds no header', async () => {
  const { folder, mailer } = createOutbox()
  await mailer.send({ to: 'ann@example.org', subject: 'Hello\r\nBcc: bo@example.org', text: '' })
  const [name = ''] = await readdir(folder)
  expect(await readFile(join(folder, name), 'utf8')).toContain('Subject: Hello Bcc: bo@example.org\n')
})
