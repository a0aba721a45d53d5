import type { Capabilities } from '@callfolio/shared/contract/capabilities.ts'
import { ANALYSTS, idsOf, type AnalystName } from '@callfolio/shared/engines.ts'

/** The model that can be asked for a recap anew, and what the button says; undefined where none is ready. */
export function modelToTryAgain({
  analysts,
}: Pick<Capabilities, 'analysts'>): { name: AnalystName; label: string } | undefined {
  return idsOf(ANALYSTS).flatMap((name) => {
    const label = ANALYSTS[name].tryAgain
    return label !== null && analysts.some((each) => each.name === name && each.ready) ? [{ name, label }] : []
  })[0]
}
