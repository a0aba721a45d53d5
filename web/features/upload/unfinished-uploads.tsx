import { UnfinishedUpload } from './unfinished-upload.tsx'
import { useUnfinished } from './use-unfinished.ts'

/** Uploads that broke off and can go on; nothing when there are none. */
export function UnfinishedUploads() {
  const entries = useUnfinished()
  if (entries.length === 0) return null
  return (
    <section aria-labelledby="unfinished" className="grid grid-cols-1 gap-3">
      <h2 id="unfinished" className="text-17 font-semibold">
        Unfinished uploads
      </h2>
      <ul className="grid grid-cols-1 divide-y divide-line rounded border border-line">
        {entries.map((entry) => (
          <UnfinishedUpload key={entry.id} entry={entry} />
        ))}
      </ul>
    </section>
  )
}
