import { useState } from 'react'
import type { Microsite } from '@callfolio/shared/contract/microsite.ts'
import { PricingDialog } from '../pricing/pricing-dialog.tsx'
import { useSubscription } from '../plan/subscription-provider.tsx'
import { ExportMenu } from './export-menu.tsx'
import { ownerExport } from './owner-export.ts'

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
