import type { ReactNode } from 'react'
import { Link } from '../../ui/link.tsx'
import { transcribesByModel } from '@callfolio/shared/ai-use.ts'
import { overallPercent } from '@callfolio/shared/progress/overall-progress.ts'
import { STEP } from '@callfolio/shared/progress/steps.ts'
import { estimateSeconds, estimateText } from '@callfolio/shared/progress/estimate.ts'
import { formatMegabytes } from '@callfolio/shared/format.ts'
import { Button, TEXT_LINK } from '@callfolio/shared/ui/button.tsx'
import { ProgressPanel } from '@callfolio/shared/ui/progress-bar.tsx'
import { PageTitle } from '../../ui/page-title.tsx'
import { useCapabilities } from '../../lib/use-capabilities.ts'
import type { UploadState } from './upload-state.ts'

interface UploadFrameProps {
  title: string
  subtitle?: string | undefined
  children: ReactNode
}

/** The narrow column of the upload views. */
export function UploadFrame({ title, subtitle, children }: UploadFrameProps) {
  return (
    <main className="mx-auto max-w-[40rem] px-5 py-8 sm:px-8 sm:py-12">
      <PageTitle>{title}</PageTitle>
      <h1 className="text-28 font-semibold tracking-tight">{title}</h1>
      {subtitle !== undefined && <p className="mt-1 text-15 break-words text-muted">{subtitle}</p>}
      <div className="mt-8">{children}</div>
    </main>
  )
}

type Uploading = Extract<UploadState, { phase: 'uploading' | 'starting' }>

/** Step 0 of the seven: bytes in flight. */
export function UploadingView({ state, onPause }: { state: Uploading; onPause: () => void }) {
  const capabilities = useCapabilities()
  const sentBytes = state.phase === 'starting' ? state.totalBytes : state.sentBytes
  const estimate = estimateSeconds({ ...state.subject, capabilities })
  return (
    <ProgressPanel
      step={STEP.upload}
      percent={overallPercent({ phase: 'uploading', fraction: sentBytes / Math.max(1, state.totalBytes) })}
      byModel={transcribesByModel({ ...state.subject, capabilities })}
      detail={`${formatMegabytes(sentBytes)} of ${formatMegabytes(state.totalBytes)} uploaded`}
    >
      {estimate !== null && <p>Estimated processing time after the upload: {estimateText(estimate)}.</p>}
      <p>
        Keep this tab open until the upload finishes. You can use your{' '}
        <Link to="/dashboard" className={TEXT_LINK}>
          dashboard
        </Link>{' '}
        during the upload. If this tab closes, you can resume.
      </p>
      {state.phase === 'uploading' && (
        <Button variant="secondary" size="sm" onClick={onPause} className="justify-self-start">
          Pause upload
        </Button>
      )}
    </ProgressPanel>
  )
}
