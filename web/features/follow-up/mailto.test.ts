import { expect, test } from 'vitest'
import { mailtoAddress } from './mailto.ts'

test('subject and text arrive as they are, with the line ends of mail', () => {
  const address = new URL(
    mailtoAddress('Q&A: 50% + more', 'Hi,\n\nsee https://a.example/?b=1&c=2 “quoted” 🙂')?.replace(
      'mailto:',
      'https://mail.example/',
    ) ?? '',
  )
  expect(address.searchParams.get('subject')).toBe('Q&A: 50% + more')
  expect(address.searchParams.get('body')).toBe('Hi,\r\n\r\nsee https://a.example/?b=1&c=2 “quoted” 🙂')
})

test('a text that a mail program would get cut has no address', () => {
  expect(mailtoAddress('A', 'b'.repeat(1900))).not.toBeNull()
  expect(mailtoAddress('A', 'é'.repeat(400))).toBeNull()
})

test('half an emoji, as an edit can leave it, does no harm', () => {
  expect(mailtoAddress('A\uD83D', 'b')).toBe('mailto:?subject=A%EF%BF%BD&body=b')
})
