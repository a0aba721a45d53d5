import type { User } from '@supabase/auth-js'
import { expect, test } from 'vitest'
import { pendingChange } from './pending-change.ts'

const user = (fields: Record<string, unknown>) =>
  ({ email: 'old@example.org', email_confirmed_at: '2026-11-01T10:00:00Z', ...fields }) as User

test('waits for each mailbox that has not confirmed', () => {
  expect(pendingChange(user({}))).toBeNull()
  expect(pendingChange(null)).toBeNull()
  const waitsFor = (old: boolean, fresh: boolean) =>
    pendingChange(user({ new_email: 'new@example.org', new_email_agreed: { old, new: fresh } }))?.waitsFor
  expect(waitsFor(false, false)).toEqual(['new@example.org', 'old@example.org'])
  expect(waitsFor(false, true)).toEqual(['old@example.org'])
  expect(waitsFor(true, false)).toEqual(['new@example.org'])
})

test('doesn’t wait for a current address that was never verified', () => {
  const pending = pendingChange(user({ new_email: 'new@example.org', email_confirmed_at: undefined }))
  expect(pending).toEqual({ newEmail: 'new@example.org', waitsFor: ['new@example.org'] })
})
