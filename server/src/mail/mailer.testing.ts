import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { TransientFailure } from '../kernel/errors.ts'
import type { Mail, Mailer } from './mailer.ts'

interface OpenedMailer {
  mailer: Mailer
  /** The emails received, in RFC 5322 format, with LF line ends and unfolded lines. */
  arrived: () => Promise<string[]>
  /** The same mailer, set up so that sending fails. */
  broken: Mailer
  close: () => Promise<void>
}

const MAIL: Mail = {
  to: 'ann@example.org',
  subject: 'Your link',
  text: 'Hello <Ann>,\n\nopen this:\nhttps://calls.example/auth/confirm?a=1&b=2\n',
}

/** The contract of every mailer. */
export function describeMailer(name: string, open: () => Promise<OpenedMailer>): void {
  describe(`a mailer: ${name}`, () => {
    let opened: OpenedMailer
    beforeEach(async () => {
      opened = await open()
    })
    afterEach(() => opened.close())

    test('delivers an email with its recipient, subject and text, each once', async () => {
      await opened.mailer.send(MAIL)
      const [mail = '', ...others] = await opened.arrived()
      expect(others).toEqual([])
      expect(mail).toMatch(/^To: ann@example\.org$/m)
      expect(mail).toMatch(/^Subject: Your link$/m)
      expect(mail).toMatch(/^From: .*no-reply@calls\.example>?$/m)
      expect(mail).toMatch(/^Date: \w{3}, \d{1,2} \w{3} \d{4} /m)
      for (const line of MAIL.text.trim().split('\n')) expect(mail.split('\n')).toContain(line)
    })

    test('sets the reply-to address when given, and the sender otherwise', async () => {
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

    test('keeps emails sent concurrently apart', async () => {
      const subjects = Array.from({ length: 5 }, (_, i) => `Mail ${i}`)
      await Promise.all(subjects.map((subject) => opened.mailer.send({ ...MAIL, subject })))
      const arrived = (await opened.arrived()).map((mail) => /^Subject: (.*)$/m.exec(mail)?.[1])
      expect(arrived).toHaveLength(subjects.length)
      expect(new Set(arrived)).toEqual(new Set(subjects))
    })

    test('reports an email that could not be sent, without its recipient', async () => {
      const failed: unknown = await opened.broken.send(MAIL).catch((error: unknown) => error)
      expect(failed).toBeInstanceOf(TransientFailure)
      expect((failed as Error).message).toMatch(/^[A-Z][^\n@/]*$/)
      expect(await opened.arrived()).toEqual([])
    })
  })
}
