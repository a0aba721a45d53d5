import type { Microsite } from '@callfolio/shared/contract/microsite.ts'
import { Banner } from '@callfolio/shared/ui/banner.tsx'
import { Button } from '@callfolio/shared/ui/button.tsx'
import { useRedact } from './use-redaction.ts'

/** Says why the recording can't be played after a redaction, and retries if it could not be rendered. */
export function RedactionNotice({
  site,
}: {
  site: Pick<Microsite, 'id' | 'redacting' | 'redacted' | 'error_message' | 'progress'>
}) {
  const redact = useRedact(site.id)
  if (site.redacting === undefined) return null
  if (site.redacting === 'working')
    return (
      <Banner tone="info">
        {`The microsite is redacted. Playback is off while we re-render the recording (${Math.round(site.progress * 100)}%).`}
      </Banner>
    )
  return (
    <Banner
      tone="danger"
      actions={
        <Button variant="secondary" size="sm" disabled={redact.isPending} onClick={() => redact.mutate(site.redacted)}>
          {redact.isPending ? 'Starting...' : 'Try again'}
        </Button>
      }
    >
      We couldn’t render the redacted recording, so playback is turned off. {site.error_message}
      {redact.isError && ` ${redact.error.message}`}
    </Banner>
  )
}
