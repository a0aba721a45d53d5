import type { MicrositeStatus } from './contract/microsite.ts'

/** Whether the pipeline still works on it. */
export function isUnfinished({ status }: { status: MicrositeStatus }): boolean {
  return status === 'processing' || status === 'transcript_ready'
}
