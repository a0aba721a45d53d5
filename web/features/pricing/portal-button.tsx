import { ExternalLink } from 'lucide-react'
import { useState } from 'react'
import { Button } from '@callfolio/shared/ui/button.tsx'
import { useCapabilities } from '../../lib/use-capabilities.ts'
import { useVisitor } from '../plan/subscription-context.ts'

/** Opens the billing portal in a new tab. */
export function PortalButton({ portal }: { portal: Portal }) {
  return (
    <Button variant="secondary" disabled={portal.opening} onClick={() => void portal.open()}>
      Manage Billing
      <ExternalLink size={15} aria-hidden />
    </Button>
  )
}

const PORTAL_FAILED = 'We couldn’t open the billing portal. Try again.'

export interface Portal {
  /** False until it is known that this server can open one. */
  available: boolean
  /** Opens it in a new tab. */
  open: () => Promise<void>
  opening: boolean
  problem: string | null
}

/** The signed-in user's billing portal. */
export function usePortal(): Portal {
  const { subscription } = useVisitor()
  const available = useCapabilities(subscription !== null)?.portal === true && subscription !== null
  const [opening, setOpening] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)

  const open = async () => {
    if (subscription === null) return
    // Opened with the click: browsers block tabs opened later. If it is blocked anyway, this tab navigates there.
    const tab = window.open('', '_blank')
    setOpening(true)
    setProblem(null)
    try {
      const address = await subscription.readPortal()
      if (tab) tab.opener = null
      ;(tab ?? window).location.assign(address)
    } catch (error) {
      console.error('billing portal', error)
      tab?.close()
      setProblem(error instanceof Error && 'status' in error ? error.message : PORTAL_FAILED)
    } finally {
      setOpening(false)
    }
  }

  return { available, open, opening, problem }
}
