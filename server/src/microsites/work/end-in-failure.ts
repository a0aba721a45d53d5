import { failureNotice } from '../../analysis/models/failure-notice.ts'
import type { JobFailure } from '../../jobs/handler.ts'
import type { MicrositeChange } from '../records/microsite.ts'
import { revise, type ReviseDeps } from '../records/revise.ts'
import type { MicrositeRow } from '../../db/schema.ts'

/**
 * Ends the work on a microsite that failed permanently. If only its recap was being made again, the page is unchanged,
 * with a notice.
 */
export async function endInFailure(deps: ReviseDeps, id: string, failure: JobFailure): Promise<void> {
  const { microsites, clock } = deps
  const site = await microsites.findWorking(id)
  if (!site?.engines?.next) return microsites.fail(id, failure, clock())
  return revise(
    deps,
    () => microsites.findWorking(id),
    (read) => leftAsItWas(read, failure),
  )
}

function leftAsItWas({ engines }: MicrositeRow, { message }: JobFailure): MicrositeChange {
  if (!engines?.next) return {}
  const { next, ...made } = engines
  const notice = failureNotice(message, 'so the recap hasn’t changed')
  return { engines: made, analysisNotice: notice, replacing: false, step: 6, progress: 1, stepDetail: null }
}
