import { useChosenFiles } from '@callfolio/shared/ui/recording/use-chosen-files.ts'
import type { KeptRecording } from '../../messaging/recording-protocol.ts'
import { Gate } from '../account/gate.tsx'
import { PersonLine } from '../account/person-line.tsx'
import { BrandHeader } from '../brand-header.tsx'
import { isJustStopped, KeptRecordings } from '../recorder/kept-recordings.tsx'
import { LiveRecording } from '../recorder/live-recording.tsx'
import { StartRecording, UploadOnly } from '../recorder/start-recording.tsx'
import { useStartFacts } from '../recorder/use-start-facts.ts'
import { useRecorder } from '../recorder/use-recorder.ts'
import { useServices } from '../services.tsx'
import { PickRecording } from '../uploads/pick-recording.tsx'
import { isMovingCall, MovingCalls } from '../uploads/moving-upload.tsx'
import { UploadList } from '../uploads/upload-list.tsx'
import { useUploads } from '../uploads/use-uploads.ts'

/** The side panel: the whole way from a recording to a link, while it is open. */
export function Panel() {
  const { recorder } = useServices()
  const { live, kept } = useRecorder(recorder)
  return (
    <main className="mx-auto grid max-w-[40rem] grid-cols-1 gap-6 p-4 sm:p-6">
      <BrandHeader />
      {/* Also when signed out: recordings are stored here, not on the server. */}
      {live && <LiveRecording recorder={recorder} live={live} />}
      <KeptRecordings recorder={recorder} recordings={kept.filter(isJustStopped)} />
      <Gate>
        <PanelContent isRecording={live !== null} kept={kept.filter((recording) => !isJustStopped(recording))} />
      </Gate>
    </main>
  )
}

/** The call just recorded and the next one first, then saved recordings and uploads. */
function PanelContent({ isRecording, kept }: { isRecording: boolean; kept: KeptRecording[] }) {
  const { recorder } = useServices()
  const uploads = useUploads() ?? []
  const calls = uploads.filter(isMovingCall).filter(({ entry }) => entry.recordingId !== undefined)
  const facts = useStartFacts(recorder)
  const files = useChosenFiles()
  return (
    <>
      <MovingCalls uploads={calls} isEditable />
      {!isRecording && recorder.canRecord && (
        <div className="grid grid-cols-1 gap-3">
          <h2 className="text-17 font-semibold">Record a call</h2>
          <StartRecording recorder={recorder} facts={facts} />
        </div>
      )}
      <KeptRecordings recorder={recorder} recordings={kept} />
      <UploadList uploads={uploads.filter((upload) => !calls.some((call) => call === upload))} />
      <PickRecording files={files} />
      {!recorder.canRecord && <UploadOnly />}
      <PersonLine />
    </>
  )
}
