import { BRAND } from '@callfolio/shared/brand.ts'
import type { ScreenPath } from '@callfolio/shared/app-paths.ts'
import { Link } from './link.tsx'

const LINK = 'inline-flex items-center gap-2.5 rounded-sm text-17 font-semibold tracking-tight text-ink'

/** The logo and the name, linking to the landing page or to a screen of the app. */
export function Logo({ to }: { to?: ScreenPath }) {
  const content = (
    <>
      <img src="/favicon.svg" alt="" width={26} height={26} />
      {BRAND.name}
    </>
  )
  if (to === undefined)
    return (
      <a href="/" className={LINK}>
        {content}
      </a>
    )
  return (
    <Link to={to} className={LINK}>
      {content}
    </Link>
  )
}
