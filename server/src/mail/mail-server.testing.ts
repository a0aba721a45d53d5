import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'

interface ReceivedMail {
  to: string
  subject: string
  text: string
}

/**
 * A real mail server, with the emails it received.
 * @param take what it does with an email before it acknowledges it.
 */
export async function startMailServer(take: (mail: ReceivedMail) => Promise<void> = async () => {}) {
  const mails: ReceivedMail[] = []
  const receive = async (mail: ReceivedMail, callback: () => void) => {
    await take(mail)
    mails.push(mail)
    callback()
  }
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, { envelope }, callback) {
      const parts: Buffer[] = []
      stream.on('data', (part: Buffer) => parts.push(part))
      stream.on('end', () => {
        const text = Buffer.concat(parts).toString().replaceAll('=\r\n', '').replaceAll('=3D', '=')
        const subject = /^Subject: (.*)$/m.exec(text)?.[1] ?? ''
        void receive({ to: envelope.rcptTo.map(({ address }) => address).join(), subject, text }, callback)
      })
    },
  })
  // A killed client resets its connection.
  server.on('error', () => {})
  const listener = server.listen(0, '127.0.0.1')
  await once(listener, 'listening')
  return {
    mails,
    url: `smtp://127.0.0.1:${(listener.address() as AddressInfo).port}`,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(resolve)
      }),
  }
}
