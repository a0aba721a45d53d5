import { Upload as UploadIcon } from 'lucide-react'
import { Fragment, useEffect, type ReactNode } from 'react'
import { getMicrositeId } from '@callfolio/shared/client/uploads/upload-entry.ts'
import { getCount } from '@callfolio/shared/format.ts'
import { Button } from '@callfolio/shared/ui/button.tsx'
import { useChosenFiles, type ChosenFiles } from '@callfolio/shared/ui/recording/use-chosen-files.ts'
import { useFileDrop } from '@callfolio/shared/ui/recording/use-file-drop.ts'
import { needsPerson } from '../../messaging/recording-protocol.ts'
import { isStuck } from '../../uploads/upload-badge.ts'
import { Gate } from '../account/gate.tsx'
import { PersonLine } from '../account/person-line.tsx'
import { useSession } from '../account/session-provider.tsx'
import { UsageLine } from '../account/usage-line.tsx'
import { BrandHeader } from '../brand-header.tsx'
import { RecentMicrosites } from '../microsites/recent-microsites.tsx'
import { isJustStopped, isSentNow, KeptRecordings } from '../recorder/kept-recordings.tsx'
import { LiveRecording } from '../recorder/live-recording.tsx'
import { StartRecording, UploadOnly } from '../recorder/start-recording.tsx'
import { useStartFacts } from '../recorder/use-start-facts.ts'
import { useRecorder, type RecorderView } from '../recorder/use-recorder.ts'
import { useServices } from '../services.tsx'
import { isMovingCall, MovingCalls } from '../uploads/moving-upload.tsx'
import { PickRecording } from '../uploads/pick-recording.tsx'
import { useFoundRecordings } from '../uploads/use-found-recordings.ts'
import { useUploads } from '../uploads/use-uploads.ts'

/** How many microsites fit without scrolling. */
const RECENT = 2
/** How many uploads in progress fit; the panel shows all. */
const MOVING = 2

interface PopupProps {
  /** Called within a click. */
  openPanel: () => void
}

/**
 * The toolbar popup. Any signed-in user can stop a recording, and so can a signed-out one. Files can be dropped on it:
 * Chrome and Edge close it only once their own window is clicked, but Firefox as soon as another program has the focus.
 */
export function Popup(props: PopupProps) {
  const { recorder } = useServices()
  const view = useRecorder(recorder)
  const files = useChosenFiles()
  const canDrop = useSession().status === 'signed_in' && !view.live
  const { isOver, target } = useFileDrop((picked) => void files.choose(picked))
  return (
    <main {...(canDrop && target)} className="grid grid-cols-1 gap-3 px-4 py-3">
      <BrandHeader />
      {view.live && <LiveRecording recorder={recorder} live={view.live} />}
      {/* Shown where recordings start: the call just stopped, why one is missing, or that one waits for a sign-in. */}
      <KeptRecordings recorder={recorder} recordings={view.kept.filter(isJustStopped)} compact />
      <Gate>
        <PopupContent {...props} {...view} files={files} />
      </Gate>
      {isOver && <DropHint />}
    </main>
  )
}

function PopupContent({ openPanel, live, kept, files }: PopupProps & RecorderView & { files: ChosenFiles }) {
  const { recorder, uploads: client } = useServices()
  const uploads = useUploads() ?? []
  const { folder, found, downloads } = useFoundRecordings()
  useEffect(() => void client.markSeen().catch(() => undefined), [client])

  const facts = useStartFacts(recorder)
  const moving = uploads.filter(isMovingCall).slice(0, MOVING)
  // During a call nothing else is needed.
  if (live) return <PersonLine />
  if (files.isChecking || files.chosen.length + files.refused.length > 0) return <PickRecording files={files} />
  const waiting =
    uploads.filter(isStuck).length +
    kept.filter((recording) => needsPerson(recording) && !isJustStopped(recording)).length
  const start = recorder.canRecord ? (
    <StartRecording recorder={recorder} facts={facts} isFolded={moving.length > 0 || kept.some(isSentNow)} />
  ) : (
    <UploadOnly onUpload={openPanel} />
  )
  const isInCall = facts !== null && facts.calls.here !== null
  const news = (
    <>
      <MovingCalls uploads={moving} />
      {waiting > 0 && (
        <Line onShow={openPanel}>
          {waiting === 1 ? '1 recording not uploaded' : `${waiting} recordings not uploaded`}
        </Line>
      )}
      {found.length > 0 && (
        <Line onShow={openPanel}>
          {getCount(found.length, 'new recording')} in {folder}
        </Line>
      )}
      {downloads.length > 0 && <Line onShow={openPanel}>{getCount(downloads.length, 'downloaded recording')}</Line>}
    </>
  )
  // With keys, what was typed stays when a call begins.
  const parts = [<Fragment key="start">{live === null && start}</Fragment>, <Fragment key="news">{news}</Fragment>]
  return (
    <>
      {isInCall ? parts : parts.toReversed()}
      {recorder.canRecord && (
        <Button variant="secondary" size="sm" onClick={openPanel}>
          <UploadIcon size={14} aria-hidden />
          Upload a recording
        </Button>
      )}
      <RecentMicrosites count={RECENT} besides={new Set(moving.map(({ entry }) => getMicrositeId(entry)))} />
      <UsageLine />
      <PersonLine />
    </>
  )
}

/** Covers the popup while files are over it. */
function DropHint() {
  return (
    <p className="pointer-events-none fixed inset-2 grid place-items-center rounded border border-dashed border-accent bg-accent-soft text-17 font-medium">
      Drop your recordings here
    </p>
  )
}

/** Something that waits for the person in the panel. */
function Line({ children, onShow }: { children: ReactNode; onShow: () => void }) {
  return (
    <p className="flex items-center justify-between gap-3 text-15">
      <span className="min-w-0 truncate">{children}</span>
      <Button variant="secondary" size="sm" onClick={onShow}>
        Show
      </Button>
    </p>
  )
}
