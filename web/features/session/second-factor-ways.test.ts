import type { Factor } from '@supabase/auth-js'
import { expect, test } from 'vitest'
import { getWays } from './second-factor-ways.ts'

function factor(
  id: string,
  factor_type: Factor['factor_type'],
  more: Partial<Factor> & { phone?: string } = {},
): Factor {
  const at = '2026-11-01T10:00:00.000Z'
  return { id, factor_type, status: 'verified', created_at: at, updated_at: at, ...more }
}

test('lists a security key first and recovery codes last, and leaves out unfinished ones', () => {
  const ways = getWays([
    factor('codes', 'recovery_code'),
    factor('phone', 'phone', { phone: '+15550001142' }),
    factor('app', 'totp'),
    factor('begun', 'totp', { status: 'unverified' }),
    factor('key', 'webauthn'),
  ])
  expect(ways.map(({ factorId }) => factorId)).toEqual(['key', 'app', 'phone', 'codes'])
  expect(ways[2]).toMatchObject({ ending: '42', link: 'Get a code by text message' })
})

test('distinguishes two of a kind by name, an unnamed phone by its last digits', () => {
  const ways = getWays([
    factor('a', 'webauthn', { friendly_name: 'Desk' }),
    factor('b', 'webauthn', { friendly_name: 'Keyring' }),
    factor('c', 'phone', { phone: '+15550001142' }),
    factor('d', 'phone', { phone: '+15550001177' }),
  ])
  expect(ways.map(({ link }) => link)).toEqual([
    'Use the security key (Desk)',
    'Use the security key (Keyring)',
    'Get a code by text message (ending in 42)',
    'Get a code by text message (ending in 77)',
  ])
})
