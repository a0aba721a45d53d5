import { Upload } from 'lucide-react'
import { useEffect } from 'react'
import { buttonClass } from '@callfolio/shared/ui/button.ts'
import { Gate } from '../account/gate.tsx'
import { PersonLine } from '../account/person-line.tsx'
import { UsageLine } from '../account/usage-line.tsx'
import { BrandHeader } from '../brand-header.tsx'
import { RecentMicrosites } from '../microsites/recent-microsites.tsx'
import { useServices } from '../services.tsx'
import { RunningUploads } from './running-uploads.tsx'

/** How many microsites fit without scrolling. */
const RECENT = 3

/** What a click on the toolbar shows. `openPanel` must be called within a click. */
export function Popup({ openPanel }: { openPanel: () => void }) {
  const { uploads } = useServices()
  useEffect(() => void uploads.markSeen().catch(() => undefined), [uploads])
  return (
    <main className="popup grid grid-cols-1 gap-4 p-4">
      <BrandHeader />
      <Gate>
        <PersonLine />
        <UsageLine />
        <button type="button" onClick={openPanel} className={buttonClass('secondary')}>
          <Upload size={16} aria-hidden />
          Upload a recording
        </button>
        <RunningUploads onShow={openPanel} />
        <RecentMicrosites count={RECENT} />
      </Gate>
    </main>
  )
}
