import { sentPercent } from '@callfolio/shared/client/upload-entry.ts'
import { buttonClass } from '@callfolio/shared/ui/button.ts'
import { ProgressBar } from '@callfolio/shared/ui/progress-bar.tsx'
import type { Upload } from '../../messaging/uploads-protocol.ts'
import { titleOfEntry } from '../../uploads/upload-run.ts'

/** The upload that is being sent, with the way to its steps. */
export function RunningUpload({ upload: { entry }, onShow }: { upload: Upload; onShow: () => void }) {
  const percent = sentPercent(entry)
  return (
    <section aria-label="Running upload" className="flex items-center gap-3">
      <div className="grid min-w-0 flex-1 grid-cols-1 gap-1.5">
        <p className="flex justify-between gap-3 text-13">
          <span className="truncate font-medium">Uploading {titleOfEntry(entry)}</span>
          <span className="text-muted tabular-nums">{percent}%</span>
        </p>
        <ProgressBar thin percent={percent} label={`Upload of ${entry.fileName}`} />
      </div>
      <button type="button" onClick={onShow} className={buttonClass('secondary', 'sm')}>
        Show
      </button>
    </section>
  )
}
