import type { CaptionSite } from '../../captions/caption-sites.ts'

/** Why a recording with captions did not start. */
export function captionsProblem({ name }: CaptionSite): string {
  return `Captions need access to ${name}. Allow it, or turn captions off.`
}
