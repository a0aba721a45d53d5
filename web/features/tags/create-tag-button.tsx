import { Plus } from 'lucide-react'
import { useState } from 'react'
import { Button } from '@callfolio/shared/ui/button.tsx'
import { PLANS, type Plan } from '@callfolio/shared/plans.ts'
import { lazyDialog } from '../../ui/lazy-part.tsx'
import { PricingDialog } from '../pricing/pricing-dialog.tsx'
import { useSubscription } from '../plan/subscription-provider.tsx'
import { useTags } from './use-tags.ts'
import { Dialog } from '../../ui/dialog.tsx'

const TagFormDialog = lazyDialog(async () => (await import('./tag-form-dialog.tsx')).TagFormDialog)

/** Opens the form for a new tag, or says that the plan's limit is reached. */
export function CreateTagButton() {
  const { data: tags } = useTags()
  const { plan } = useSubscription()
  const [shown, setShown] = useState<'form' | 'limit' | 'plans' | null>(null)
  const limit = plan?.limits.tags ?? null
  const full = limit !== null && tags !== undefined && tags.length >= limit
  return (
    <>
      <Button variant="secondary" size="sm" onClick={() => setShown(full ? 'limit' : 'form')}>
        <Plus size={15} aria-hidden />
        Create tag
      </Button>
      <TagFormDialog
        tag={null}
        open={shown === 'form'}
        onOpenChange={(open) => setShown(open ? 'form' : null)}
        onLimit={() => setShown('limit')}
      />
      {plan && (
        <TagLimitDialog
          plan={plan}
          open={shown === 'limit' || shown === 'plans'}
          onOpenChange={(open) => setShown(open ? 'limit' : null)}
          onUpgrade={() => setShown('plans')}
        />
      )}
      <PricingDialog open={shown === 'plans'} onOpenChange={(open) => setShown(open ? 'plans' : 'limit')} />
    </>
  )
}

interface TagLimitDialogProps {
  plan: Plan
  open: boolean
  onOpenChange: (open: boolean) => void
  onUpgrade: () => void
}

/** Says that the plan's tag limit is reached. */
function TagLimitDialog({ plan, open, onOpenChange, onUpgrade }: TagLimitDialogProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Tag Limit Reached"
      description={`The ${plan.name} plan includes ${plan.limits.tags ?? 0} tags. Delete one, or upgrade to ${PLANS.pro.name} for unlimited tags.`}
    >
      <div className="flex flex-wrap justify-end gap-2">
        <Button variant="secondary" onClick={() => onOpenChange(false)}>
          Not now
        </Button>
        <Button onClick={onUpgrade}>Upgrade Plan</Button>
      </div>
    </Dialog>
  )
}
