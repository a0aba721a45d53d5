import * as z from 'zod/mini'

/** Processing steps of data on a server, in the order a call passes through them. */
export const DATA_STEPS = [
  'recordings',
  'database',
  'transcription',
  'speakers',
  'recap',
  'mail',
  'texts',
  'payments',
  'sign_in',
  'captcha',
  'models',
] as const
export type DataStep = (typeof DATA_STEPS)[number]

const dataFlowSchema = z.object({
  step: z.enum(DATA_STEPS),
  /** The engine that does it, as named in `shared/engines.ts`; null: none. */
  by: z.nullable(z.string()),
  /**
   * `here`: on this server. `operator`: on another of the operator's machines. `elsewhere`: at `hosts`. `none`: it
   * isn't done.
   */
  where: z.enum(['here', 'operator', 'elsewhere', 'none']),
  hosts: z.array(z.string()),
})
export type DataFlow = z.infer<typeof dataFlowSchema>

/**
 * Answer of GET /api/data-flow: where each step's data goes on this server, by its settings and the engines in use.
 */
export const dataFlowsSchema = z.object({
  flows: z.array(dataFlowSchema),
  /** External services that the server may use; null: any, an empty list: none. */
  egress: z.nullable(z.array(z.string())),
})
export type DataFlows = z.infer<typeof dataFlowsSchema>

export const DATA_FLOW_PATH = '/api/data-flow'
