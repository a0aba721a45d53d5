import { and, eq, gt, lt, lte, or, sql } from 'drizzle-orm'
import type { Database } from '../db/database.ts'
import { recordEvent, type DomainEvent } from '../db/events.ts'

/** Client id of the row that counts all clients. */
const ALL = ''
const HOUR_MS = 60 * 60 * 1000
const DAY_MS = 24 * HOUR_MS

/** Wrong guesses of one client, and the timestamps of the first and the last. */
interface GuessCount {
  wrong: number
  firstAt: Date
  lastAt: Date
}

/** Counts of wrong guesses, each updated in one statement, so that processes on one database miss none. */
export function createGuessesRepo(db: Database) {
  const { wrongGuesses } = db.schema
  const target = [wrongGuesses.subject, wrongGuesses.client]
  const isRow = (subject: string, client: string) =>
    and(eq(wrongGuesses.subject, subject), eq(wrongGuesses.client, client))
  const before = (now: Date, ms: number) => new Date(now.getTime() - ms)

  async function find(subject: string, client: string): Promise<GuessCount | null> {
    const [row] = await db.select().from(wrongGuesses).where(isRow(subject, client))
    return row ?? null
  }

  return {
    /**
     * Counts a client's guess, unless it has to wait. A day after its last one it starts over.
     * @param free guesses without a wait. @param waits seconds after the last free guess and each further one; the
     * last applies to all.
     * @returns null when it was counted, else the state that the wait is derived from.
     */
    async countOfClient(
      { subject, client }: { subject: string; client: string },
      { free, waits }: { free: number; waits: readonly number[] },
      now: Date,
    ): Promise<GuessCount | null> {
      const isForgotten = lte(wrongGuesses.lastAt, before(now, DAY_MS))
      const hasWaited = waits.map((seconds, index) => {
        const isLast = index === waits.length - 1
        const wrong = free + index
        return and(
          isLast ? sql`${wrongGuesses.wrong} >= ${wrong}` : eq(wrongGuesses.wrong, wrong),
          lte(wrongGuesses.lastAt, before(now, seconds * 1000)),
        )
      })
      const counted = await db
        .insert(wrongGuesses)
        .values({ subject, client, wrong: 1, firstAt: now, lastAt: now })
        .onConflictDoUpdate({
          target,
          set: { wrong: sql`case when ${isForgotten} then 1 else ${wrongGuesses.wrong} + 1 end`, lastAt: now },
          setWhere: sql`${or(lt(wrongGuesses.wrong, free), ...hasWaited)}`,
        })
        .returning()
      return counted.length > 0 ? null : find(subject, client)
    },

    /**
     * Counts any client's guess, in days from the first one on.
     * @param onTooMany recorded with the first guess beyond `max`. @returns null when there were fewer, else the
     * count.
     */
    async countOfAll(
      subject: string,
      { max, onTooMany }: { max: number; onTooMany: DomainEvent | null },
      now: Date,
    ): Promise<GuessCount | null> {
      const isOver = lte(wrongGuesses.firstAt, before(now, DAY_MS))
      const { firstAt } = wrongGuesses
      const [row] = await db.writeThen(
        (tx) =>
          tx
            .insert(wrongGuesses)
            .values({ subject, client: ALL, wrong: 1, firstAt: now, lastAt: now })
            .onConflictDoUpdate({
              target,
              set: {
                wrong: sql`case when ${isOver} then 1 else ${wrongGuesses.wrong} + 1 end`,
                firstAt: sql`case when ${isOver} then ${sql.param(now, firstAt)} else ${firstAt} end`,
                lastAt: now,
              },
              setWhere: sql`${or(lte(wrongGuesses.wrong, max), isOver)}`,
            })
            .returning(),
        (tx, [counted]) =>
          counted?.wrong === max + 1 && onTooMany !== null ? recordEvent(tx, db.schema, onTooMany, now) : [],
      )
      return row && row.wrong <= max ? null : find(subject, ALL)
    },

    /** Takes back a client's guess and all its earlier ones. @param max as in `countOfAll`. */
    async forgive({ subject, client }: { subject: string; client: string }, max: number): Promise<void> {
      const isCounted = and(gt(wrongGuesses.wrong, 0), lte(wrongGuesses.wrong, max))
      await db.batch((tx) => [
        tx.delete(wrongGuesses).where(isRow(subject, client)),
        tx
          .update(wrongGuesses)
          .set({ wrong: sql`${wrongGuesses.wrong} - 1` })
          .where(and(isRow(subject, ALL), isCounted)),
      ])
    },

    /**
     * Removes counts after a day, and single guesses after an hour, so that trying many subjects once doesn't fill
     * the table.
     */
    async removeExpired(now: Date): Promise<void> {
      const isSingle = and(lte(wrongGuesses.wrong, 1), lte(wrongGuesses.lastAt, before(now, HOUR_MS)))
      await db.delete(wrongGuesses).where(or(lte(wrongGuesses.lastAt, before(now, DAY_MS)), isSingle))
    },
  }
}
