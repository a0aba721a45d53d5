import { and, eq } from 'drizzle-orm'
import type { z } from 'zod'
import {
  unreadCaptionsSchema,
  type unreadCaptionsReportSchema,
  type UnreadCaptions,
} from '@callfolio/shared/contract/captions.ts'
import type { Database } from '../db/database.ts'
import { parseJson } from '../kernel/parse-json.ts'

const NAME = 'unread_captions'
const NONE: UnreadCaptions = { sites: [] }

/** Counts of meetings whose captions extensions couldn't read, for all processes on a database. */
export interface UnreadCaptionsRepo {
  read: () => Promise<UnreadCaptions>
  /** Counts one more meeting. */
  add: (report: z.infer<typeof unreadCaptionsReportSchema>, at: Date) => Promise<void>
}

/** Stores them next to operator settings: one row, with an entry per site. */
export function createUnreadCaptionsRepo(db: Database): UnreadCaptionsRepo {
  const { operatorSettings } = db.schema
  const getValue = async (): Promise<string | null> => {
    const [row] = await db.select().from(operatorSettings).where(eq(operatorSettings.name, NAME))
    return row?.value ?? null
  }
  const parse = (value: string | null): UnreadCaptions =>
    unreadCaptionsSchema.safeParse(parseJson(value ?? '')).data ?? NONE

  return {
    read: async () => parse(await getValue()),
    async add({ site, version }, at) {
      for (;;) {
        const before = await getValue()
        const { sites } = parse(before)
        const meetings = (sites.find((each) => each.site === site)?.meetings ?? 0) + 1
        const others = sites.filter((each) => each.site !== site)
        const value = JSON.stringify({ sites: [{ site, meetings, last_at: at.toISOString(), version }, ...others] })
        const isSame = and(eq(operatorSettings.name, NAME), eq(operatorSettings.value, before ?? ''))
        const rows =
          before === null
            ? await db.insert(operatorSettings).values({ name: NAME, value }).onConflictDoNothing().returning()
            : await db.update(operatorSettings).set({ value }).where(isSame).returning()
        // Another process was faster otherwise.
        if (rows.length === 1) return
      }
    },
  }
}
