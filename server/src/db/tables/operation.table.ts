import type { EngineStatus } from '@callfolio/shared/contract/capabilities.ts'
import type { Columns } from '../columns.ts'
import { commonColumns } from './common-columns.ts'

/** What belongs to the installation. */
export function operationTables(columns: Columns) {
  const { table, text, json, time } = columns
  const { createdAt } = commonColumns(columns)

  /** Present while a restore is copying another database into this one: its content is incomplete. */
  const unfinishedRestores = table('unfinished_restores', {
    /** Identifies the source installation by its secret. */
    source: text('source').primaryKey(),
    createdAt: createdAt(),
  })

  /** Processes that work on recordings, with their engines and the progress of their speech model downloads. */
  const workers = table('workers', {
    id: text('id').primaryKey(),
    engines: json<{ transcribers: EngineStatus[]; analysts: EngineStatus[]; speechModel?: unknown }>(
      'engines',
    ).notNull(),
    /** The time of its last heartbeat. */
    seenAt: time('seen_at').notNull(),
  })

  /** Settings that operators changed at runtime; secrets are sealed. */
  const operatorSettings = table('operator_settings', {
    name: text('name').primaryKey(),
    value: text('value').notNull(),
  })

  return { unfinishedRestores, workers, operatorSettings }
}
