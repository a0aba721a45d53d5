import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { TransientFailure } from '../kernel/errors.ts'
import type { Mail, Mailer } from './mailer.ts'

interface OpenedMailer {
  mailer: Mailer
  /** The mails that arrived, as RFC 5322 has them, with a line feed at the end of each line and lines not folded. */
  arrived: () => Promise<string[]>
  /** The same mailer where mails can't go. */
  broken: Mailer
  close: () => Promise<void>
}

const MAIL: Mail = {
  to: 'ann@example.org',
  subject: 'Your link',
  text: 'Hello <Ann>,\n\nopen this:\nhttps://calls.example/auth/confirm?a=1&b=2\n',
}

/** What every mailer must do. */
export function describeMailer(name: string, open: () => Promise<OpenedMailer>): void {
  describe(`a mailer: ${name}`, () => {
    let opened: OpenedMailer
    beforeEach(async () => {
      opened = await open()
    })
    afterEach(() => opened.close())

    test('hands on a mail with its receiver, subject and text, each once', async () => {
      await opened.mailer.send(MAIL)
      const [mail = '', ...others] = await opened.arrived()
      expect(others).toEqual([])
      expect(mail).toMatch(/^To: ann@example\.org$/m)
      expect(mail).toMatch(/^Subject: Your link$/m)
      expect(mail).toMatch(/^From: .*no-reply@calls\.example>?$/m)
      expect(mail).toMatch(/^Date: \w{3}, \d{1,2} \w{3} \d{4} /m)
      for (const line of MAIL.text.trim().split('\n')) expect(mail.split('\n')).toContain(line)
    })

    test('has an answer go to another address where one is named, and to the sender elsewhere', async () => {
      await opened.mailer.send(MAIL)
      expect((await opened.arrived())[0]).not.toMatch(/^Reply-To:/im)
      await opened.mailer.send({ ...MAIL, replyTo: 'bo@example.org' })
      expect((await opened.arrived()).filter((mail) => /^Reply-To: bo@example\.org$/m.test(mail))).toHaveLength(1)
    })

    test.each(['subject', 'replyTo'] as const)('adds no header for a line break in its %s', async (field) => {
      await opened.mailer.send({ ...MAIL, [field]: 'bo@example.org\r\nBcc: eve@example.org' })
      const [mail = ''] = await opened.arrived()
      expect(mail).toMatch(/^To: ann@example\.org$/m)
      expect(mail).not.toMatch(/^Bcc:/im)
    })

    test('keeps mails apart that are sent at once', async () => {
      const subjects = Array.from({ length: 5 }, (_, i) => `Mail ${i}`)
      await Promise.all(subjects.map((subject) => opened.mailer.send({ ...MAIL, subject })))
      const arrived = (await opened.arrived()).map((mail) => /^Subject: (.*)$/m.exec(mail)?.[1])
      expect(arrived).toHaveLength(subjects.length)
      expect(new Set(arrived)).toEqual(new Set(subjects))
    })

    test('reports a mail that could not be sent, without its recipient', async () => {
      const failed: unknown = await opened.broken.send(MAIL).catch((error: unknown) => error)
      expect(failed).toBeInstanceOf(TransientFailure)
      expect((failed as Error).message).toMatch(/^[A-Z][^\n@/]*$/)
      expect(await opened.arrived()).toEqual([])
    })
  })
}
