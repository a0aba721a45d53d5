import type { Analyst } from '../analyst.ts'

/** What the analyst by rules is, without its rules and word lists: those take 60 MB, and only worker processes use them. */
export const EXTRACTIVE: Pick<Analyst, 'name' | 'status'> = {
  name: 'extractive',
  status: async () => ({
    name: 'extractive',
    ready: true,
    sends_to: null,
    note: 'Rules pick sentences from English calls; no model writes text.',
    cost_ratio: 0,
  }),
}
