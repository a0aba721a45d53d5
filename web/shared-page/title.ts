import type { SharedMicrosite } from '@callfolio/shared/contract/share.ts'

/** The page's title; one without words has the usual one. */
export function titleOf({ title }: Pick<SharedMicrosite, 'title'>): string {
  return title.trim() || 'Meeting Summary'
}
