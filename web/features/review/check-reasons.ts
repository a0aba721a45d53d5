import type { CheckFault } from '@callfolio/shared/contract/microsite.ts'

const REASONS: Record<CheckFault['reason'], string> = {
  no_lines: 'No transcript line supports this',
  unsupported: 'The cited lines don’t support this',
  negation: 'The cited lines may say the opposite',
  owner: 'Someone else may own this',
  number: 'The number may be wrong',
  name: 'The name may be wrong',
  day: 'The date may be wrong',
  quote: 'Not a verbatim quote',
  taken_back: 'Possibly refused or corrected later',
  uncertain: 'Possibly a question, condition or joke',
  secret: 'Contains a password, access link or payment detail',
  private: 'May be private',
  second_reading: 'The AI server’s second check found no support',
}

/** Why an item is withheld or awaits review, in one sentence, with the words at issue if known. */
export function reasonText({ reason, detail }: CheckFault): string {
  const words = detail?.trim() ?? ''
  return `${REASONS[reason]}${words === '' ? '' : `: “${words}”`}.`
}
