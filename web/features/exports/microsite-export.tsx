import { useState } from 'react'
import type { Microsite } from '@callfolio/shared/contract/microsite.ts'
import { plainFieldsSchema } from '@callfolio/shared/contract/microsite-fields.ts'
import { getChapters, getSharedOutline } from '@callfolio/shared/page/microsite-outline.ts'
import { PricingDialog } from '../pricing/pricing-dialog.tsx'
import { useSubscription } from '../plan/subscription-provider.tsx'
import { ExportMenu } from './export-menu.tsx'
import type { ExportSource } from '../../exports/export-source.ts'
import { micrositeAddress, momentAddress } from '../../lib/moment-address.ts'

/** The Export menu of the owner's page. */
export function MicrositeExport({ microsite }: { microsite: Microsite }) {
  const { plan } = useSubscription()
  const [pricing, setPricing] = useState(false)
  return (
    <>
      <ExportMenu
        readSource={() => Promise.resolve(ownerExport(microsite, location.origin))}
        planId={plan?.id ?? null}
        timed={microsite.segments.length > 0}
        onLocked={() => setPricing(true)}
      />
      <PricingDialog open={pricing} onOpenChange={setPricing} />
    </>
  )
}

/**
 * A microsite as its owner exports it; its timestamps link to the owner's page, which only the owner can open. @param
 * origin without a trailing slash.
 */
export function ownerExport(microsite: Microsite, origin: string): ExportSource {
  const page = micrositeAddress(origin, microsite.id)
  return {
    ...plainFieldsSchema.parse(microsite),
    outline: getSharedOutline(microsite),
    chapters: getChapters(microsite.chapters),
    transcript: microsite.transcript,
    segments: microsite.segments.map(({ heard: _, ...line }) => line),
    transcriptInfo: microsite.transcript_info,
    momentUrl: (ms) => momentAddress(page, ms),
    momentsOpenTo: 'owner',
  }
}
