import type { MicrositeStatus } from '../contract/microsite.ts'

/** Whether it is still being processed. */
export function isUnfinished({ status }: { status: MicrositeStatus }): boolean {
  return status === 'processing' || status === 'transcript_ready'
}
