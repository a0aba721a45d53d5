import { Link } from 'react-router'
import { ProgressBar } from '@callfolio/shared/ui/progress-bar.tsx'
import { buttonClass } from '@callfolio/shared/ui/button.ts'
import { useUpload } from './upload-provider.tsx'

/** The upload that goes on while the user is elsewhere; nothing when there is none. */
export function RunningUpload() {
  const { state } = useUpload()
  if (state.phase !== 'uploading' && state.phase !== 'starting') return null
  const percent = state.phase === 'starting' ? 100 : (100 * state.sentBytes) / Math.max(1, state.totalBytes)
  return (
    <section
      aria-label="Running upload"
      className="flex flex-wrap items-center gap-x-6 gap-y-3 rounded border border-line p-4"
    >
      <div className="grid min-w-0 flex-1 basis-64 gap-2">
        <p className="flex justify-between gap-4 text-15">
          <span className="truncate font-medium">Uploading {state.subject.fileName}</span>
          <span className="text-muted tabular-nums">{Math.floor(percent)}%</span>
        </p>
        <ProgressBar thin percent={percent} label={`Upload of ${state.subject.fileName}`} />
      </div>
      <Link to="/upload" className={buttonClass('secondary', 'sm')}>
        Show
      </Link>
    </section>
  )
}
