import { useState } from 'react'
import { buttonClass } from '@callfolio/shared/ui/button.ts'
import { PricingDialog } from '../pricing/pricing-dialog.tsx'

/** Shows the plans. */
export function UpgradeButton({ size = 'md' }: { size?: 'md' | 'sm' }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <button
        type="button"
        onClick={() => setOpen(true)}
        className={buttonClass(size === 'sm' ? 'secondary' : 'primary', size)}
      >
        Upgrade Plan
      </button>
      <PricingDialog open={open} onOpenChange={setOpen} />
    </>
  )
}
