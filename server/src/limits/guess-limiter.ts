import { createHmac } from 'node:crypto'
import type { Database } from '../db/database.ts'
import type { DomainEvent } from '../db/events.ts'
import type { Clock } from '../kernel/clock.ts'
import { createGuessesRepo } from './guesses-repo.ts'

/** A client's wrong guesses before it has to wait. */
export const FREE_GUESSES = 5
/** Seconds to wait after the fifth wrong guess, the sixth, and so on; the last one applies to all further ones. */
const WAITS = [30, 60, 120, 240, 480, 960, 1920, 3600]
const LONGEST_WAIT = 3600
/** Wrong guesses of all clients in a day, before only known clients may guess. */
export const MOST_GUESSES = 50
const DAY_SECONDS = 24 * 60 * 60

export interface Guess {
  /** The secret being guessed, such as the codes of one account. */
  subject: string
  /** The client's network, or the account's known device. */
  client: string
  /** Whether the client may continue after `MOST_GUESSES`, which counts other clients' guesses too. */
  isKnown: boolean
  /** Recorded once a day, when unknown clients may no longer guess. */
  onTooMany?: DomainEvent | null
}

/** Why a guess is not checked. */
export interface GuessRefusal {
  seconds: number
  /** `all`: all clients together guessed too often. */
  by: 'client' | 'all'
}

export type GuessLimiter = ReturnType<typeof createGuessLimiter>

/**
 * Counts wrong guesses of short secrets for all processes on a database: each client waits longer after each, and all
 * clients together have few in a day. Subjects and clients are stored as hashes.
 * @param secretKey the server's secret.
 */
export function createGuessLimiter({ db, clock, secretKey }: { db: Database; clock: Clock; secretKey: string }) {
  const repo = createGuessesRepo(db)
  const hashed = (kind: string, value: string) =>
    createHmac('sha256', secretKey).update(`guess ${kind}\n${value}`).digest('base64url')
  const getRow = ({ subject, client }: Guess) => ({
    subject: hashed('subject', subject),
    client: hashed('client', client),
  })

  return {
    /**
     * Counts a guess as wrong before it is checked, so that no concurrent guess is missed. @returns null when it may
     * be checked.
     */
    async take(guess: Guess): Promise<GuessRefusal | null> {
      const [row, now] = [getRow(guess), clock()]
      const waiting = await repo.countOfClient(row, { free: FREE_GUESSES, waits: WAITS }, now)
      if (waiting) {
        const wait = WAITS[waiting.wrong - FREE_GUESSES] ?? LONGEST_WAIT
        return { by: 'client', seconds: secondsUntil(waiting.lastAt, wait, now) }
      }
      const { onTooMany = null } = guess
      const full = await repo.countOfAll(row.subject, { max: MOST_GUESSES, onTooMany }, now)
      if (full === null || guess.isKnown) return null
      return { by: 'all', seconds: secondsUntil(full.firstAt, DAY_SECONDS, now) }
    },

    /** The guess was correct: it doesn't count, and its client starts over. */
    forgive: (guess: Guess): Promise<void> => repo.forgive(getRow(guess), MOST_GUESSES),

    removeExpired: (): Promise<void> => repo.removeExpired(clock()),
  }
}

function secondsUntil(since: Date, wait: number, now: Date): number {
  return Math.max(1, Math.ceil((since.getTime() - now.getTime()) / 1000 + wait))
}
