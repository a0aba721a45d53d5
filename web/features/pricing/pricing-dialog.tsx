import { lazy, Suspense } from 'react'
import { Dialog } from '../../ui/dialog.tsx'
import { SkeletonLines } from '../../ui/skeleton.tsx'

const PlanTable = lazy(async () => ({ default: (await import('./plan-table.tsx')).PlanTable }))

/** The plans as a dialog, for upgrading from anywhere. */
export function PricingDialog({ open, onOpenChange }: { open: boolean; onOpenChange: (open: boolean) => void }) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange} size="wide" title="Choose your plan" description="Prices are in US dollars.">
      <Suspense fallback={<SkeletonLines />}>
        <PlanTable heading="h3" />
      </Suspense>
    </Dialog>
  )
}
