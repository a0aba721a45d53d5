import type { AnalystName } from '@callfolio/shared/contract/microsite.ts'

/** The queue's name for the work on a microsite. */
export const MICROSITE_JOB = 'microsite'

/** The same for a recap by a model of this machine: it takes so long that the work on other recordings goes on beside it. */
export const RECAP_JOB = 'recap'

/** Which of them a microsite's work is: `next` is who makes its recap anew. */
export function jobKindOf(site: { engines: { next?: { analyst: AnalystName } } | null }): string {
  return site.engines?.next?.analyst === 'llama' ? RECAP_JOB : MICROSITE_JOB
}
