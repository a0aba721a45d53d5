import { useEffect } from 'react'
import { useNavigate, useSearchParams } from '../ui/navigation.tsx'
import { transcribesByModel } from '@callfolio/shared/ai-use.ts'
import { estimateSeconds } from '@callfolio/shared/progress/estimate.ts'
import { AppHeader } from '../features/library/app-header.tsx'
import { useCapabilities } from '../lib/use-capabilities.ts'
import { JobView, SendingView } from '../features/upload/job-view.tsx'
import { UploadFrame, UploadingView } from '../features/upload/upload-frame.tsx'
import { useUpload } from '../features/upload/upload-provider.tsx'
import { UploadView } from '../features/upload/upload-view.tsx'

/** /upload in its three views. A running job is in the URL (`?job=`), so that a reload finds it again. */
export function UploadScreen() {
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const capabilities = useCapabilities()
  const { state, pause, markShown } = useUpload()
  const jobId = search.get('job')

  useEffect(() => {
    if (state.phase !== 'started') return
    navigate(`/upload?job=${encodeURIComponent(state.jobId)}`, { replace: true })
    markShown()
  }, [state, markShown, navigate])
  // Known for this tab's own uploads; for other jobs it is unknown whether captions were included.
  const subject = state.phase === 'idle' && state.last?.jobId === jobId ? state.last.subject : null

  return (
    <>
      <AppHeader />
      {jobId !== null ? (
        <JobView
          key={jobId}
          id={jobId}
          estimate={subject && estimateSeconds({ ...subject, capabilities })}
          byModel={subject !== null && transcribesByModel({ ...subject, capabilities })}
        />
      ) : state.phase === 'uploading' || state.phase === 'starting' ? (
        <UploadFrame title="Creating your microsite" subtitle={state.subject.fileName}>
          <SendingView id={state.subject.entryId} begun={state.begun}>
            <UploadingView state={state} onPause={pause} />
          </SendingView>
        </UploadFrame>
      ) : (
        <UploadFrame title="Upload a meeting" subtitle="Upload a recording and get a microsite you can share.">
          <UploadView />
        </UploadFrame>
      )}
    </>
  )
}
