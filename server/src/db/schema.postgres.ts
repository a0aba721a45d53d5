import type { ExtractTablesWithRelations } from 'drizzle-orm'
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core'
import { columns } from './columns.ts'
import { defineSchema, type Schema } from './schema.ts'

/** A connection to PostgreSQL with the schema's tables. */
export type Pg = PgDatabase<PgQueryResultHKT, Schema, ExtractTablesWithRelations<Schema>>

export const schema = defineSchema(columns.postgres)
