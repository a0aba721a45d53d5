import { expect, test } from 'vitest'
import { emailHtml } from './email-html.ts'

const html = (text: string, moments: [string, string][] = []) => emailHtml(text, new Map(moments))

test('keeps paragraphs, line breaks and lists', () => {
  expect(html('Hi,\n\nNext steps\n- One\n- Two\nAnd more\n\nBye,\nDana\n')).toBe(
    '<p dir="auto">Hi,</p><p dir="auto">Next steps</p><ul><li dir="auto">One</li><li dir="auto">Two</li></ul><p dir="auto">And more</p><p dir="auto">Bye,<br>Dana</p>',
  )
})

test('escapes text that looks like HTML', () => {
  expect(html('<img src=x onerror="1"> & co\n- <b>')).toBe(
    '<p dir="auto">&lt;img src=x onerror=&quot;1&quot;&gt; &amp; co</p><ul><li dir="auto">&lt;b&gt;</li></ul>',
  )
})

test('links URLs, without the sentence’s final punctuation', () => {
  expect(html('See https://calls.example/s/a?t=1&b="2, or javascript:alert(1).')).toBe(
    '<p dir="auto">See <a href="https://calls.example/s/a?t=1&amp;b=">https://calls.example/s/a?t=1&amp;b=</a>&quot;2, or javascript:alert(1).</p>',
  )
})

test('links the time at the end of a line to its timestamp; leaves others as text', () => {
  expect(html('- Ring at 2:42 (Marcus, 2:42)\n- Later (9:99)', [['2:42', 'https://calls.example/s/a?t=162.8&x']])).toBe(
    '<ul><li dir="auto">Ring at 2:42 (Marcus, <a href="https://calls.example/s/a?t=162.8&amp;x">2:42</a>)</li><li dir="auto">Later (9:99)</li></ul>',
  )
})
