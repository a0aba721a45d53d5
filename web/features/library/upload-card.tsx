import { CloudUpload } from 'lucide-react'
import { Link } from 'react-router'
import { buttonClass } from '@callfolio/shared/ui/button.ts'

/** The way to /upload. */
export function UploadCard() {
  return (
    <section aria-labelledby="upload-card" className="grid content-between gap-5 rounded border border-line p-5 sm:p-6">
      <div className="grid gap-1">
        <h2 id="upload-card" className="text-17 font-semibold">
          Upload New Meeting
        </h2>
        <p className="text-15 text-pretty text-muted">
          Turn a recorded call into a page where every point leads to its moment.
        </p>
      </div>
      <Link to="/upload" className={`${buttonClass()} justify-self-start`}>
        <CloudUpload size={17} aria-hidden />
        Upload Meeting
      </Link>
    </section>
  )
}
