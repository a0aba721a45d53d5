import type { Preparation } from './contract/share.ts'
import { estimateText } from './estimate.ts'

/** How far a page is, for whoever waits for it: "This page is being prepared, about 4 minutes left." */
export function preparationText({ seconds_left }: Pick<Preparation, 'seconds_left'>): string {
  return `This page is being prepared${seconds_left === null ? '' : `, ${estimateText(seconds_left)} left`}.`
}
