import { PLANS, type Plan } from '@callfolio/shared/plans.ts'
import { buttonClass } from '@callfolio/shared/ui/button.ts'
import { Dialog } from '../../ui/dialog.tsx'

interface TagLimitDialogProps {
  plan: Plan
  open: boolean
  onOpenChange: (open: boolean) => void
  onUpgrade: () => void
}

/** Says that the plan has no room for another tag. */
export function TagLimitDialog({ plan, open, onOpenChange, onUpgrade }: TagLimitDialogProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Tag Limit Reached"
      description={`The ${plan.name} plan has room for ${plan.limits.tags ?? 0} tags. Delete one to make room, or upgrade to ${PLANS.pro.name} for as many as you like.`}
    >
      <div className="flex flex-wrap justify-end gap-2">
        <button type="button" onClick={() => onOpenChange(false)} className={buttonClass('secondary')}>
          Not now
        </button>
        <button type="button" onClick={onUpgrade} className={buttonClass()}>
          Upgrade Plan
        </button>
      </div>
    </Dialog>
  )
}
