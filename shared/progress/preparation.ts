import type { Preparation } from '../contract/share.ts'
import type { MicrositeCard } from '../contract/microsite.ts'
import { estimateText } from './estimate.ts'
import { fill } from '../page-words/fill.ts'
import { pageWords, type PageLanguage } from '../page-words/page-words.ts'
import { isUnfinished } from './microsite-status.ts'

/** Whether a page is being made for the first time. */
export function isPreparing(card: Pick<MicrositeCard, 'status' | 'replacing'>): boolean {
  return isUnfinished(card) && card.replacing === undefined
}

/** A page's progress for a waiting visitor: "This page is being prepared. Estimated time left: about 4 minutes." */
export function preparationText(
  { arriving, seconds_left }: Pick<Preparation, 'arriving' | 'seconds_left'>,
  language: PageLanguage = 'en',
): string {
  const words = pageWords(language).preparation
  if (arriving) return words.arriving
  return seconds_left === null
    ? words.preparing
    : fill(words.timeLeft, { estimate: estimateText(seconds_left, language) })
}
