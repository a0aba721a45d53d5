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
import { useRecorder } from '../recorder/use-recorder.ts'
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

/** What a click on the toolbar shows. */
export function Popup(props: PopupProps) {
  return (
    <main className="popup grid grid-cols-1 gap-4 p-4">
      <BrandHeader />
      <Gate>
        <PopupContent {...props} />
      </Gate>
    </main>
  )
}

function PopupContent({ openPanel }: PopupProps) {
  const { recorder, uploads: client } = useServices()
  const { live, kept } = useRecorder(recorder)
  const uploads = useUploads() ?? []
  useEffect(() => void client.markSeen().catch(() => undefined), [client])

  const sending = uploads.find(({ state: { phase } }) => phase === 'sending' || phase === 'starting')
  const waiting = uploads.filter(isStuck).length + kept.filter(needsPerson).length
  return (
    <>
      <PersonLine />
      <UsageLine />
      {live === null && <StartRecording recorder={recorder} onUpload={openPanel} />}
      {live && <LiveRecording recorder={recorder} live={live} />}
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
