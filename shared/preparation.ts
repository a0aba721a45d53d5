import type { Preparation } from './contract/share.ts'
import type { MicrositeCard } from './contract/microsite.ts'
import { estimateText } from './estimate.ts'
import { isUnfinished } from './microsite-status.ts'

/** Whether a page is being made for the first time. */
export function isPreparing(card: Pick<MicrositeCard, 'status' | 'replacing'>): boolean {
  return isUnfinished(card) && card.replacing === undefined
}

/** How far a page is, for whoever waits for it: "This page is being prepared, about 4 minutes left." */
export function preparationText({ arriving, seconds_left }: Pick<Preparation, 'arriving' | 'seconds_left'>): string {
  if (arriving) return 'This page is being prepared. Its recording is still on the way.'
  return `This page is being prepared${seconds_left === null ? '' : `, ${estimateText(seconds_left)} left`}.`
}
