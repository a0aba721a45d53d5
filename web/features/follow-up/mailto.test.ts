import { expect, test } from 'vitest'
import { mailtoAddress } from './mailto.ts'

test('keeps subject and text unchanged, with the line breaks of email', () => {
  const address = new URL(
    mailtoAddress('Q&A: 50% + more', 'Hi,\n\nsee https://a.example/?b=1&c=2 “quoted” 🙂')?.replace(
      'mailto:',
      'https://mail.example/',
    ) ?? '',
  )
  expect(address.searchParams.get('subject')).toBe('Q&A: 50% + more')
  expect(address.searchParams.get('body')).toBe('Hi,\r\n\r\nsee https://a.example/?b=1&c=2 “quoted” 🙂')
})

test('returns no URL for text that an email program would truncate', () => {
  expect(mailtoAddress('A', 'b'.repeat(1900))).not.toBeNull()
  expect(mailtoAddress('A', 'é'.repeat(400))).toBeNull()
})

test('handles half a surrogate pair left by an edit', () => {
  expect(mailtoAddress('A\uD83D', 'b')).toBe('mailto:?subject=A%EF%BF%BD&body=b')
})
