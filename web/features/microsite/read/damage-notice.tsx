import type { Microsite } from '@callfolio/shared/contract/microsite.ts'
import { formatLength } from '@callfolio/shared/format.ts'
import { Banner } from '@callfolio/shared/ui/banner.tsx'

/** Shows the owner how much of a damaged recording is missing. */
export function DamageNotice({ site }: { site: Pick<Microsite, 'damage'> }) {
  if (!site.damage) return null
  return (
    <Banner tone="warning">
      {damageSentence(site.damage)} The file is damaged or was cut off: upload the whole one if there is one.
    </Banner>
  )
}

/** What is missing, in a sentence. */
export function damageSentence({ held_ms: held, stated_ms: stated }: NonNullable<Microsite['damage']>): string {
  return `This recording holds ${formatLength(held)} of ${formatLength(stated)}.`
}
