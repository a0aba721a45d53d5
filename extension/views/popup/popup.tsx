import { Upload as UploadIcon } from 'lucide-react'
import { useEffect } from 'react'
import { sentPercent, titleOfEntry } from '@callfolio/shared/client/uploads/upload-entry.ts'
import { buttonClass } from '@callfolio/shared/ui/button.ts'
import { ProgressBar } from '@callfolio/shared/ui/progress-bar.tsx'
import { isEmptyTake, needsPerson, type KeptTake } from '../../messaging/recording-protocol.ts'
import type { Upload } from '../../messaging/uploads-protocol.ts'
import { isStuck } from '../../uploads/upload-badge.ts'
import { Gate } from '../account/gate.tsx'
import { PersonLine } from '../account/person-line.tsx'
import { UsageLine } from '../account/usage-line.tsx'
import { BrandHeader } from '../brand-header.tsx'
import { RecentMicrosites } from '../microsites/recent-microsites.tsx'
import { KeptTakes } from '../recorder/kept-takes.tsx'
import { LiveRecording } from '../recorder/live-recording.tsx'
import { StartRecording } from '../recorder/start-recording.tsx'
import { useRecorder, type RecorderView } from '../recorder/use-recorder.ts'
import { useServices } from '../services.tsx'
import { useUploads } from '../uploads/use-uploads.ts'

/** How many microsites fit without scrolling. */
const RECENT = 3

interface PopupProps {
  /** Called within a click. */
  openPanel: () => void
}

/** The toolbar popup. Any signed-in user can stop a recording, and so can a signed-out one. */
export function Popup(props: PopupProps) {
  const { recorder } = useServices()
  const view = useRecorder(recorder)
  return (
    <main className="popup grid grid-cols-1 gap-3 p-4">
      <BrandHeader />
      {view.live && <LiveRecording recorder={recorder} live={view.live} />}
      {/* Shown where recordings start: why one is missing, or that one waits for a sign-in. */}
      <KeptTakes recorder={recorder} takes={view.kept.filter(needsWord)} />
      <Gate>
        <PopupContent {...props} {...view} />
      </Gate>
    </main>
  )
}

function PopupContent({ openPanel, live, kept }: PopupProps & RecorderView) {
  const { recorder, uploads: client } = useServices()
  const uploads = useUploads() ?? []
  useEffect(() => void client.markSeen().catch(() => undefined), [client])

  const sending = uploads.find(({ state: { phase } }) => phase === 'sending' || phase === 'starting')
  const waiting = uploads.filter(isStuck).length + kept.filter((take) => needsPerson(take) && !needsWord(take)).length
  return (
    <>
      <PersonLine />
      <UsageLine />
      {live === null && <StartRecording recorder={recorder} onUpload={openPanel} />}
      {recorder.canRecord && (
        <button type="button" onClick={openPanel} className={buttonClass('secondary')}>
          <UploadIcon size={16} aria-hidden />
          Upload a recording
        </button>
      )}
      {sending && <RunningUpload upload={sending} onShow={openPanel} />}
      <NotUploaded count={waiting} onShow={openPanel} />
      <RecentMicrosites count={RECENT} />
    </>
  )
}

function needsWord(take: KeptTake): boolean {
  return isEmptyTake(take) || (!take.isOwn && take.isSignedOut)
}

/** Shows that recordings need the person, with a link to them; nothing when none do. */
function NotUploaded({ count, onShow }: { count: number; onShow: () => void }) {
  if (count === 0) return null
  return (
    <p className="flex items-center justify-between gap-3 text-15">
      <span>{count === 1 ? '1 recording was not uploaded' : `${count} recordings were not uploaded`}</span>
      <button type="button" onClick={onShow} className={buttonClass('secondary', 'sm')}>
        Show
      </button>
    </p>
  )
}

/** The upload that is being sent, with the way to its steps. */
function RunningUpload({ upload: { entry }, onShow }: { upload: Upload; onShow: () => void }) {
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
