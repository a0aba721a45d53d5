import { BRAND } from '@callfolio/shared/brand.ts'
import { Link } from 'react-router'

/** The logo and the name, linking to `to`. */
export function Logo({ to = '/' }: { to?: string }) {
  return (
    <Link to={to} className="inline-flex items-center gap-2.5 rounded-sm text-17 font-semibold tracking-tight text-ink">
      <img src="/favicon.svg" alt="" width={26} height={26} />
      {BRAND.name}
    </Link>
  )
}
