import type { Microsite } from '@callfolio/shared/contract/microsite.ts'
import { estimateSeconds } from '@callfolio/shared/estimate.ts'
import { useCapabilities } from '../../lib/use-capabilities.ts'
import { JobProgress } from './job-progress.tsx'
import { useProcessing } from './use-processing.ts'

/** The steps of a microsite that is being made, or why it could not be made. */
export function UnfinishedJob({ microsite }: { microsite: Microsite }) {
  const { poll, restart } = useProcessing(microsite.id)
  const estimate = useEstimate(microsite)
  return <JobProgress id={microsite.id} poll={poll} onRestart={restart} estimate={estimate} />
}

/** Seconds the server's work on this microsite should take; null: unknown. */
export function useEstimate(microsite: Microsite | undefined): number | null {
  const capabilities = useCapabilities()
  if (microsite === undefined || microsite.duration_ms === null) return null
  const withCaptions = microsite.transcript_info?.source === 'captions'
  return estimateSeconds({ durationSeconds: microsite.duration_ms / 1000, withCaptions, capabilities })
}
