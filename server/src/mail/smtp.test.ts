import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { afterEach, expect, test } from 'vitest'
import { describeMailer } from './mailer.testing.ts'
import { createSmtpMailer } from './smtp.ts'

interface Received {
  from: string
  to: string[]
  content: string
}

const servers: SMTPServer[] = []
afterEach(() => {
  for (const server of servers.splice(0)) server.close()
})

/** A mail server with one user that rejects addresses beginning with "unknown". */
async function startMailServer(received: Received[]): Promise<number> {
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    onAuth({ username, password }, _session, callback) {
      if (username === 'clerk' && password === 'p@ss') callback(null, { user: username })
      else callback(new Error('wrong password'))
    },
    onRcptTo: ({ address }, _session, callback) =>
      callback(address.startsWith('unknown') ? new Error('no such mailbox') : null),
    onData(stream, { envelope }, callback) {
      const parts: Buffer[] = []
      stream.on('data', (part: Buffer) => parts.push(part))
      stream.on('end', () => {
        const { mailFrom, rcptTo } = envelope
        received.push({
          from: mailFrom ? mailFrom.address : '',
          to: rcptTo.map(({ address }) => address),
          content: Buffer.concat(parts).toString(),
        })
        callback()
      })
    },
  })
  servers.push(server)
  const listener = server.listen(0, '127.0.0.1')
  await once(listener, 'listening')
  return (listener.address() as AddressInfo).port
}

/** A closed port. */
async function closedPort(): Promise<number> {
  const port = await startMailServer([])
  const server = servers.pop()
  await new Promise<void>((resolve) => server?.close(() => resolve()))
  return port
}

describeMailer('SMTP', async () => {
  const received: Received[] = []
  const from = 'Calls <no-reply@calls.example>'
  const port = await startMailServer(received)
  return {
    mailer: createSmtpMailer({ url: `smtp://clerk:p%40ss@127.0.0.1:${port}`, from }),
    broken: createSmtpMailer({ url: `smtp://127.0.0.1:${await closedPort()}`, from }),
    arrived: async () => received.map(({ content }) => plain(content)),
    close: async () => {},
  }
})

/** Undoes the transport's folding and quoting. */
function plain(content: string): string {
  return content
    .replaceAll('=\r\n', '')
    .replaceAll('=3D', '=')
    .replaceAll(/\r\n(?=[ \t])/g, '')
    .replaceAll('\r\n', '\n')
}

const mail = {
  to: 'ann@example.org',
  subject: 'Grüße',
  text: 'Hello <Ann>,\n\nopen this:\nhttps://calls.example/auth/confirm?a=1&b=2',
}

test('sends an email as text and as HTML', async () => {
  const received: Received[] = []
  const port = await startMailServer(received)
  const mailer = createSmtpMailer({
    url: `smtp://clerk:p%40ss@127.0.0.1:${port}`,
    from: 'Calls <no-reply@calls.example>',
  })
  expect(mailer.sends).toBe(true)
  await mailer.send(mail)
  expect(received).toMatchObject([{ from: 'no-reply@calls.example', to: ['ann@example.org'] }])
  const content = plain(received[0]?.content ?? '')
  expect(content).toContain('From: Calls <no-reply@calls.example>')
  expect(content).toMatch(/^Subject: =\?UTF-8\?/m)
  expect(content).toContain('Auto-Submitted: auto-generated')
  expect(content).toContain('Hello &lt;Ann&gt;,')
  expect(content).toContain('<a href="https://calls.example/auth/confirm?a=1&amp;b=2">')
})

test('accepts addresses in any script, and never reads one as a list', async () => {
  const received: Received[] = []
  const port = await startMailServer(received)
  const mailer = createSmtpMailer({ url: `smtp://clerk:p%40ss@127.0.0.1:${port}`, from: 'no-reply@calls.example' })
  await mailer.send({ ...mail, to: 'käthe@müller.example', replyTo: '用户@example.org' })
  expect(received.map(({ to }) => to)).toEqual([['käthe@müller.example']])
  expect(received[0]?.content).toContain('用户@example.org')
  await mailer.send({ ...mail, to: 'ann,bo@example.org' }).catch(() => {})
  expect(received.flatMap(({ to }) => to)).not.toContain('bo@example.org')
})

test.each([
  ['the mailbox is unknown', { to: 'unknown@example.org', credentials: 'clerk:p%40ss' }],
  ['the password is wrong', { to: 'ann@example.org', credentials: 'clerk:guess' }],
])('rejects an email when %s, with an error for the caller', async (_, { to, credentials }) => {
  const received: Received[] = []
  const port = await startMailServer(received)
  const mailer = createSmtpMailer({ url: `smtp://${credentials}@127.0.0.1:${port}`, from: 'no-reply@calls.example' })
  await expect(mailer.send({ ...mail, to })).rejects.toMatchObject({
    name: 'TransientFailure',
    message: 'The mail server refused the email',
  })
  expect(received).toEqual([])
})
