import { Upload } from 'lucide-react'
import { useEffect } from 'react'
import { buttonClass } from '@callfolio/shared/ui/button.ts'
import { needsPerson } from '../../recording/needs-person.ts'
import { isStuck } from '../../uploads/upload-badge.ts'
import { Gate } from '../account/gate.tsx'
import { PersonLine } from '../account/person-line.tsx'
import { UsageLine } from '../account/usage-line.tsx'
import { BrandHeader } from '../brand-header.tsx'
import { RecentMicrosites } from '../microsites/recent-microsites.tsx'
import { LiveRecording } from '../recorder/live-recording.tsx'
import { StartRecording } from '../recorder/start-recording.tsx'
import { useRecorder, type RecorderView } from '../recorder/use-recorder.ts'
import { useServices } from '../services.tsx'
import { useUploads } from '../uploads/use-uploads.ts'
import { NotUploaded } from './not-uploaded.tsx'
import { RunningUpload } from './running-upload.tsx'

/** How many microsites fit without scrolling. */
const RECENT = 3

interface PopupProps {
  /** Called within a click. */
  openPanel: () => void
}

/** What a click on the toolbar shows. What is recorded can be stopped by whoever is signed in, or nobody. */
export function Popup(props: PopupProps) {
  const { recorder } = useServices()
  const view = useRecorder(recorder)
  return (
    <main className="popup grid grid-cols-1 gap-3 p-4">
      <BrandHeader />
      {view.live && <LiveRecording recorder={recorder} live={view.live} />}
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
  const waiting = uploads.filter(isStuck).length + kept.filter(needsPerson).length
  return (
    <>
      <PersonLine />
      <UsageLine />
      {live === null && <StartRecording recorder={recorder} onUpload={openPanel} />}
      {recorder.canRecord && (
        <button type="button" onClick={openPanel} className={buttonClass('secondary')}>
          <Upload size={16} aria-hidden />
          Upload a recording
        </button>
      )}
      {sending && <RunningUpload upload={sending} onShow={openPanel} />}
      <NotUploaded count={waiting} onShow={openPanel} />
      <RecentMicrosites count={RECENT} />
    </>
  )
}
