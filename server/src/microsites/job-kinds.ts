import { ANALYSTS, type AnalystName } from '@callfolio/shared/engines.ts'

/** The queue's name for the work on a microsite. */
export const MICROSITE_JOB = 'microsite'

/** The same for a recap that comes afterwards: it takes so long that the work on other recordings goes on beside it. */
export const RECAP_JOB = 'recap'

/** Which of them a microsite's work is: `next` is who makes its recap anew. */
export function jobKindOf(site: { engines: { next?: { analyst: AnalystName } } | null }): string {
  const next = site.engines?.next?.analyst
  return next !== undefined && ANALYSTS[next].afterwards ? RECAP_JOB : MICROSITE_JOB
}
