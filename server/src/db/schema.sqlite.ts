import { columns } from './columns.ts'
import { defineSchema } from './schema.ts'

export const schema = defineSchema(columns.sqlite)
