import type { BuildColumns, ColumnBuilderBase, InferModelFromColumns } from 'drizzle-orm'
import * as pg from 'drizzle-orm/pg-core'
import * as lite from 'drizzle-orm/sqlite-core'

/** The few column types the product needs, defined once. PostgreSQL is the reference: queries are typed against it. */
const postgres = {
  table: pg.pgTable,
  text: (name: string) => pg.text(name),
  int: (name: string) => pg.integer(name),
  bigint: (name: string) => pg.bigint(name, { mode: 'number' }),
  /** An auto-incremented primary key. */
  rowNumber: (name: string) => pg.bigserial(name, { mode: 'number' }).primaryKey(),
  real: (name: string) => pg.doublePrecision(name),
  bool: (name: string) => pg.boolean(name),
  json: <T>(name: string) => pg.jsonb(name).$type<T>(),
  time: (name: string) => pg.timestamp(name, { withTimezone: true, precision: 3 }),
  index: pg.index,
  uniqueIndex: pg.uniqueIndex,
  primaryKey: pg.primaryKey,
}

export type Columns = typeof postgres

const sqlite = {
  table: lite.sqliteTable,
  text: (name: string) => lite.text(name),
  int: (name: string) => lite.integer(name),
  bigint: (name: string) => lite.integer(name),
  rowNumber: (name: string) => lite.integer(name).primaryKey(),
  real: (name: string) => lite.real(name),
  bool: (name: string) => lite.integer(name, { mode: 'boolean' }),
  json: <T>(name: string) => lite.text(name, { mode: 'json' }).$type<T>(),
  time: (name: string) => lite.integer(name, { mode: 'timestamp_ms' }),
  index: lite.index,
  uniqueIndex: lite.uniqueIndex,
  primaryKey: lite.primaryKey,
} satisfies Record<keyof Columns, unknown>

export const columns = { postgres, sqlite: sqlite as unknown as Columns }

// The cast above is valid only while both dialects return the same JavaScript types.
type Kinds = 'text' | 'int' | 'bigint' | 'real' | 'bool' | 'time' | 'json'
type Row<
  Kit extends Record<Kinds, (name: string) => ColumnBuilderBase>,
  Dialect extends 'pg' | 'sqlite',
> = InferModelFromColumns<BuildColumns<'proof', { [K in Kinds]: ReturnType<Kit[K]> }, Dialect>>
type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false
true satisfies Same<Row<typeof sqlite, 'sqlite'>, Row<typeof postgres, 'pg'>>
