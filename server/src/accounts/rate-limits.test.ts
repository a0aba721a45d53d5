import { expect, test } from 'vitest'
import type { RateLimiter } from '../limits/rate-limiter.ts'
import { DEFAULT_LIMITS, limitAttempts, limitSignIn } from './rate-limits.ts'

/** Counts in fixed windows of a clock that tests control. */
function countingLimiter(now: () => number): RateLimiter {
  const windows = new Map<string, { until: number; used: number }>()
  return {
    async take({ name, points, seconds }, key) {
      const id = `${name} ${key}`
      const known = windows.get(id)
      const window = known && known.until > now() ? known : { until: now() + seconds, used: 0 }
      windows.set(id, window)
      window.used += 1
      return window.used <= points ? null : window.until - now()
    },
    giveBack: () => Promise.reject(new Error('Attempts to sign in are never given back')),
  }
}

/** Keeps trying for four hours. @returns how many attempts were allowed. */
async function tryFor(subject: (attempt: number) => string): Promise<number> {
  let now = 0
  const limiter = countingLimiter(() => now)
  let through = 0
  for (; now < 4 * 60 * 60; now += 5) {
    const attempt = { clientAddress: '2001:db8:0:1::/64', subject: subject(now), knownDevice: null }
    await limitSignIn({ limiter, limits: DEFAULT_LIMITS }, attempt).then(
      () => (through += 1),
      () => undefined,
    )
  }
  return through
}

test('increases the wait of a client that guesses one password for hours', async () => {
  expect(await tryFor(() => 'ann@example.org')).toBeLessThanOrEqual(120)
})

test('increases the wait of a client that tries many accounts from one network', async () => {
  expect(await tryFor((attempt) => `person${attempt}@example.org`)).toBeLessThanOrEqual(400)
})

test('counts a known device separately', async () => {
  const limiter = countingLimiter(() => 0)
  const attempt = { clientAddress: '192.0.2.1', subject: 'ann@example.org' }
  const signIn = (knownDevice: string | null) =>
    limitSignIn({ limiter, limits: DEFAULT_LIMITS }, { ...attempt, knownDevice })
  for (let tries = 0; tries < 30; tries++) await signIn(null)
  await expect(signIn(null)).rejects.toMatchObject({ code: 'over_request_rate_limit' })
  await expect(signIn('hers')).resolves.toBeUndefined()
})

test('increases the wait of a client that sends email to strangers for hours, whatever it requests', async () => {
  let now = 0
  const limiter = countingLimiter(() => now)
  let through = 0
  for (; now < 4 * 60 * 60; now += 10)
    for (const action of ['otp', 'recover', 'resend', 'sign_up'] as const)
      await limitAttempts({ limiter, limits: DEFAULT_LIMITS }, action, {
        clientAddress: '192.0.2.1',
        subject: `${action}${now}@example.org`,
      }).then(
        () => (through += 1),
        () => undefined,
      )
  expect(through).toBeLessThanOrEqual(1200)
})

test('allows three hundred emails at once to an office with one IP address', async () => {
  const limiter = countingLimiter(() => 0)
  const ask = (person: number) =>
    limitAttempts({ limiter, limits: DEFAULT_LIMITS }, person % 2 === 0 ? 'otp' : 'recover', {
      clientAddress: '192.0.2.1',
      subject: `person${person}@example.org`,
    })
  for (let person = 0; person < 300; person++) await ask(person)
  await expect(ask(300)).rejects.toMatchObject({ code: 'over_request_rate_limit' })
})

test('leaves other clients their texts to a number when one uses up its own, up to twenty-five an hour', async () => {
  const limiter = countingLimiter(() => 0)
  const text = (clientAddress: string) =>
    limitAttempts({ limiter, limits: DEFAULT_LIMITS }, 'sms', { clientAddress, subject: '+15550000001' })
  const refused = { code: 'over_request_rate_limit' }
  for (let client = 1; client <= 5; client++) {
    for (let asked = 0; asked < 5; asked++) await text(`192.0.2.${client}`)
    await expect(text(`192.0.2.${client}`)).rejects.toMatchObject(refused)
  }
  await expect(text('192.0.2.6')).rejects.toMatchObject(refused)
})
