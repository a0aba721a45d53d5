import { Gate } from '../account/gate.tsx'
import { PersonLine } from '../account/person-line.tsx'
import { BrandHeader } from '../brand-header.tsx'
import { RecorderSection } from '../recorder/recorder-section.tsx'
import { useServices } from '../services.tsx'
import { PickRecording } from '../uploads/pick-recording.tsx'
import { UploadList } from '../uploads/upload-list.tsx'
import { useUploads } from '../uploads/use-uploads.ts'

/** The side panel: the whole way from a recording to a link, for as long as it is open. */
export function Panel() {
  return (
    <main className="mx-auto grid max-w-[40rem] grid-cols-1 gap-6 p-4 sm:p-6">
      <BrandHeader />
      <Gate>
        <PersonLine />
        <PanelContent />
      </Gate>
    </main>
  )
}

function PanelContent() {
  const { recorder } = useServices()
  const uploads = useUploads()
  return (
    <>
      <RecorderSection recorder={recorder} onUpload={() => document.getElementById('pick')?.scrollIntoView()} />
      {uploads !== undefined && <UploadList uploads={uploads} />}
      <PickRecording />
    </>
  )
}
