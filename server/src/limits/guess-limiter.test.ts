import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '../db/database.ts'
import { BOTH_DATABASES } from '../testing/databases.ts'
import { createGuessLimiter, FREE_GUESSES, MOST_GUESSES, type Guess } from './guess-limiter.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

describe.each(BOTH_DATABASES)('Guesses on %s', (_, open) => {
  let db: Database
  let now = Date.now()
  const clock = () => new Date(now)
  const later = (ms: number) => void (now += ms)
  let subjects = 0
  const newSubject = () => `subject ${++subjects}`
  /** The view of another process. */
  const limiterOn = (database: Database) => createGuessLimiter({ db: database, clock, secretKey: 'a secret' })

  beforeAll(async () => {
    db = await open()
  })
  afterAll(() => db.close())

  const guess = (subject: string, client = 'a client', isKnown = false): Guess => ({ subject, client, isKnown })
  async function guessUntilRefused(wanted: Guess) {
    let through = 0
    for (;;) {
      const refusal = await limiterOn(db).take(wanted)
      if (refusal) return { through, refusal }
      through += 1
    }
  }

  test('makes a client wait longer after each wrong guess, from the sixth on', async () => {
    const wanted = guess(newSubject())
    const first = await guessUntilRefused(wanted)
    expect(first).toEqual({ through: FREE_GUESSES, refusal: { by: 'client', seconds: 30 } })
    for (const seconds of [30, 60, 120, 240]) {
      later(seconds * 1000 - 1)
      expect(await limiterOn(db).take(wanted)).toEqual({ by: 'client', seconds: 1 })
      later(1)
      expect(await limiterOn(db).take(wanted)).toBeNull()
    }
  })

  test('allows a client fewer than forty guesses in a day of trying', async () => {
    const wanted = guess(newSubject(), 'a patient client', true)
    let [through, waited] = [0, 0]
    while (waited < 24 * HOUR_MS) {
      const ms = ((await limiterOn(db).take(wanted))?.seconds ?? 0) * 1000
      if (ms === 0) through += 1
      waited += ms
      later(ms)
    }
    expect(through).toBeLessThan(40)
  })

  test("never makes a client wait because of another client's guesses", async () => {
    const subject = newSubject()
    await guessUntilRefused(guess(subject, 'a stranger'))
    expect(await limiterOn(db).take(guess(subject, 'the owner'))).toBeNull()
  })

  test('stops all unknown clients after fifty wrong guesses, for the rest of a day', async () => {
    const subject = newSubject()
    for (let client = 0; client < MOST_GUESSES; client++)
      expect(await limiterOn(db).take(guess(subject, `client ${client}`))).toBeNull()
    later(HOUR_MS)
    expect(await limiterOn(db).take(guess(subject, 'one more'))).toEqual({ by: 'all', seconds: 23 * 60 * 60 })
    expect(await limiterOn(db).take(guess(subject, 'the owner', true))).toBeNull()
    later(23 * HOUR_MS)
    expect(await limiterOn(db).take(guess(subject, 'one more'))).toBeNull()
  })

  test('allows exactly the limit of concurrent guesses', async () => {
    const [wanted, subject] = [guess(newSubject()), newSubject()]
    const ofOne = await Promise.all(Array.from({ length: 30 }, () => limiterOn(db).take(wanted)))
    expect(ofOne.filter((refusal) => refusal === null)).toHaveLength(FREE_GUESSES)
    const ofAll = await Promise.all(
      Array.from({ length: MOST_GUESSES + 20 }, (_none, client) =>
        limiterOn(db).take(guess(subject, `client ${client}`)),
      ),
    )
    expect(ofAll.filter((refusal) => refusal === null)).toHaveLength(MOST_GUESSES)
  })

  test("doesn't count correct guesses", async () => {
    const subject = newSubject()
    for (let tries = 0; tries < 2 * MOST_GUESSES; tries++) {
      expect(await limiterOn(db).take(guess(subject))).toBeNull()
      await limiterOn(db).forgive(guess(subject))
    }
  })

  test('forgets single guesses after an hour and all others after a day', async () => {
    const [single, several] = [guess(newSubject()), guess(newSubject())]
    await db.delete(db.schema.wrongGuesses)
    await limiterOn(db).take(single)
    await guessUntilRefused(several)
    later(HOUR_MS)
    await limiterOn(db).removeExpired()
    expect(await db.$count(db.schema.wrongGuesses)).toBe(2)
    later(23 * HOUR_MS)
    await limiterOn(db).removeExpired()
    expect(await db.$count(db.schema.wrongGuesses)).toBe(0)
  })

  test('stores neither subject nor client', async () => {
    await limiterOn(db).take(guess('ann@example.org', '192.0.2.1'))
    expect(JSON.stringify(await db.select().from(db.schema.wrongGuesses))).not.toMatch(/ann@|192\.0\.2/)
  })
})
