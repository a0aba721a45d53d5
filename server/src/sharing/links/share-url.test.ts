import { expect, test } from 'vitest'
import { shareUrl } from './share-url.ts'

test.each([
  'http://localhost:3000',
  'http://127.0.0.1:3000',
  'http://127.9.9.9',
  'http://[::1]:3000',
  'http://app.localhost',
  'http://0.0.0.0:3000',
])('recognizes that recipients can’t reach %s', (origin) => {
  expect(shareUrl(origin, 'token')).toEqual({ share_url: `${new URL(origin).origin}/s/token`, reachable: false })
})

test.each([
  'https://calls.example',
  'http://nas:3000',
  'http://192.168.1.20:3000',
  'https://localhost.example',
  'https://127.0.0.1.example',
])('recognizes that recipients may reach %s', (origin) => {
  expect(shareUrl(origin, 'a-_9')).toEqual({ share_url: `${origin}/s/a-_9`, reachable: true })
})
