import { Link } from 'react-router'
import { buttonClass } from '@callfolio/shared/ui/button.ts'
import { SampleCallButton } from './sample-call-button.tsx'

/** What to do while there is no microsite. */
export function EmptyList() {
  return (
    <div className="grid justify-items-start gap-5 rounded border border-dashed border-line-strong p-6 sm:p-10">
      <div className="grid max-w-[34rem] gap-1.5">
        <p className="text-17 font-semibold">Your microsites will appear here</p>
        <p className="text-15 text-muted">
          Upload a recorded call, or see what comes out with a sample: a three-minute sales call with three speakers.
        </p>
      </div>
      <div className="flex flex-wrap gap-3">
        <Link to="/upload" className={buttonClass()}>
          Upload
        </Link>
        <SampleCallButton />
      </div>
    </div>
  )
}

/** Says that the filters leave nothing over. */
export function NoMatches({ onClear }: { onClear: () => void }) {
  return (
    <div
      role="status"
      className="grid justify-items-start gap-5 rounded border border-dashed border-line-strong p-6 sm:p-10"
    >
      <div className="grid gap-1.5">
        <p className="text-17 font-semibold">No microsites match</p>
        <p className="text-15 text-muted">Try other words, or take the filters away.</p>
      </div>
      <button type="button" onClick={onClear} className={buttonClass('secondary')}>
        Clear search and filters
      </button>
    </div>
  )
}
