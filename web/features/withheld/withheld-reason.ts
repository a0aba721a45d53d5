import type { WithheldItem } from '@callfolio/shared/contract/microsite.ts'

const REASONS: Record<WithheldItem['reason'], string> = {
  no_lines: 'It names no line of the call',
  unsupported: 'The lines it stands on don’t say it',
  negation: 'The lines it stands on say the opposite',
  owner: 'Somebody else promised it',
  number: 'A number in it was not said there',
  name: 'A name in it was not said there',
  day: 'A day in it was not said there',
  quote: 'Nobody said it in these words',
  taken_back: 'It was taken back or corrected later in the call',
  second_reading: 'A second reading found nothing that supports it',
}

/** Why an item is not shown, in one sentence, with the words in question where they are known. */
export function reasonText({ reason, detail }: Pick<WithheldItem, 'reason' | 'detail'>): string {
  const words = detail?.trim() ?? ''
  return `${REASONS[reason]}${words === '' ? '' : `: “${words}”`}.`
}
