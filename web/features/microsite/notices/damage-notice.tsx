import type { Microsite } from '@callfolio/shared/contract/microsite.ts'
import { formatClock, formatLength } from '@callfolio/shared/format.ts'
import { Banner } from '@callfolio/shared/ui/banner.tsx'

type Damage = NonNullable<Microsite['damage']>

/** More would be a list, not a notice. */
const MAX_NAMED = 3

/** Shows the owner which parts of a damaged recording are missing or broken. */
export function DamageNotice({ site }: { site: Pick<Microsite, 'damage'> }) {
  if (!site.damage) return null
  return (
    <Banner tone="warning">{damageSentence(site.damage)} If you have an undamaged copy, upload that instead.</Banner>
  )
}

/** The missing and broken parts, in sentences. */
export function damageSentence(damage: Damage): string {
  const { held_ms: held, stated_ms: stated, ranges = [] } = damage
  const missing =
    held < stated ? `The file contains only ${formatLength(held)} of the ${formatLength(stated)} recorded.` : ''
  return [missing, brokenSentence(ranges)].filter((sentence) => sentence !== '').join(' ')
}

function brokenSentence(ranges: NonNullable<Damage['ranges']>): string {
  if (ranges.length === 0) return ''
  const named = ranges.slice(0, MAX_NAMED).map(({ start_ms, end_ms }) => {
    const [start, end] = [formatClock(start_ms), formatClock(end_ms)]
    return start === end ? `at ${start}` : `from ${start} to ${end}`
  })
  const more = ranges.length - named.length
  const places = more > 0 ? [...named, `in ${more} more ${more === 1 ? 'place' : 'places'}`] : named
  return `Video or audio is damaged ${new Intl.ListFormat('en').format(places)}.`
}
