import { z } from 'zod'
import { analysisUseSchema, checkFaultSchema } from '@callfolio/shared/contract/microsite.ts'
import type { AnalysisDraft } from './analyst.ts'

const draftItem = z.object({
  text: z.string(),
  segmentIds: z.array(z.string()),
  owner: z.string().optional(),
  due: z.string().optional(),
  unconfirmed: z.boolean().optional(),
  doubt: z.optional(checkFaultSchema),
})
const draftItems = z.array(draftItem)
/** A draft read from storage or received from another process. */
export const draftSchema = z.object({
  title: z.string().nullable(),
  summary: draftItems,
  quotes: draftItems,
  actionPoints: draftItems,
  importantPoints: draftItems,
  todoList: draftItems,
  chapters: draftItems.optional(),
  speakers: z.array(z.object({ label: z.string(), name: z.string(), segmentIds: z.array(z.string()) })).optional(),
  privateLines: z.array(z.string()).optional(),
  use: z.optional(analysisUseSchema),
  possibleSteps: z.array(z.string()).optional(),
  withdrawn: z.array(z.string()).optional(),
  unreliable: z.boolean().optional(),
}) satisfies z.ZodType<AnalysisDraft>
