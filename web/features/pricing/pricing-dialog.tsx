import { lazy, Suspense, useState } from 'react'
import { Button } from '@callfolio/shared/ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'

const PlanTable = lazy(async () => ({ default: (await import('./plan-table.tsx')).PlanTable }))

/** The plans as a dialog, for upgrading from anywhere. */
export function PricingDialog({ open, onOpenChange }: { open: boolean; onOpenChange: (open: boolean) => void }) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      size="wide"
      title="Choose your plan"
      description="Prices are in US dollars."
    >
      <Suspense fallback={<PlanTableSkeleton />}>
        <PlanTable heading="h3" />
      </Suspense>
    </Dialog>
  )
}

/** Roughly the size of the plans. */
function PlanTableSkeleton() {
  return (
    <div role="status" aria-label="Loading plans" className="grid animate-breathe gap-6">
      <div className="h-[2.625rem] w-60 rounded bg-line" />
      <div className="grid gap-4 lg:grid-cols-3">
        {[0, 1, 2].map((card) => (
          <div key={card} className="h-[35rem] rounded border border-line" />
        ))}
      </div>
    </div>
  )
}

/** Shows the plans. */
export function UpgradeButton({ size = 'md' }: { size?: 'md' | 'sm' }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button variant={size === 'sm' ? 'secondary' : 'primary'} size={size} onClick={() => setOpen(true)}>
        Upgrade Plan
      </Button>
      <PricingDialog open={open} onOpenChange={setOpen} />
    </>
  )
}
