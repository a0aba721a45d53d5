import { expect, test } from 'vitest'
import { aiServerChangeSchema } from './ai-server.ts'

const withKey = (key: string) =>
  aiServerChangeSchema.safeParse({ base_url: 'http://localhost/v1', key, transcribe_model: '', analysis_model: '' })

test.each(['sk-proj_A1', 'a+b/c=', ''])('accepts the key “%s”', (key) => {
  expect(withKey(key).success).toBe(true)
})

test.each(['sk-…', 'sk 1', 'sk\n1', '\u{1F600}'])('rejects the key “%s”, which no header can contain', (key) => {
  expect(withKey(key).success).toBe(false)
})
