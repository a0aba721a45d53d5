import { Check, X } from 'lucide-react'
import { Link } from 'react-router'
import { BRAND } from '@callfolio/shared/brand.ts'
import { buttonClass } from '@callfolio/shared/ui/button.ts'
import { SIGN_UP_PATH } from '../../lib/auth-paths.ts'
import { COLUMNS, COMPARISON } from './comparison.ts'

const COLUMN = 'w-24 px-2 lg:w-[8.5rem] lg:px-3 align-bottom text-13 font-medium'
/** Stays in sight while the other columns are scrolled on a phone. */
const FEATURE = 'sticky left-0 z-10 bg-paper pr-4 pl-5 text-left sm:pl-0'

/** Seven things one may want, here and in the kinds of tools that people know. */
export function FeatureComparison() {
  return (
    <section
      id="feature-comparison"
      aria-labelledby="comparison-title"
      className="mx-auto grid max-w-[75rem] scroll-mt-16 grid-cols-1 gap-10 px-5 py-20 sm:px-8"
    >
      <div className="grid gap-3">
        <h2 id="comparison-title" className="text-28 font-semibold tracking-tight">
          Made for what comes after the call
        </h2>
        <p className="max-w-[40rem] text-17 text-muted">
          Other tools record, coach or take notes. This one makes the page you send.
        </p>
      </div>
      <div tabIndex={0} role="region" aria-label="Comparison table" className="relative -mx-5 overflow-x-auto sm:mx-0">
        <table className="w-full min-w-[40rem] border-collapse text-15">
          <thead>
            <tr className="border-b border-line-strong">
              <th scope="col" className={`${FEATURE} w-auto pb-4 align-bottom text-13 font-medium text-muted`}>
                Feature
              </th>
              {COLUMNS.map((column, index) => (
                <th
                  key={column}
                  scope="col"
                  className={`${COLUMN} pt-4 pb-4 ${index === 0 ? 'rounded-t bg-accent-soft text-15 font-semibold' : 'text-muted'}`}
                >
                  {column}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {COMPARISON.map(({ feature, others }) => (
              <tr key={feature} className="border-b border-line">
                <th scope="row" className={`${FEATURE} min-w-40 py-4 text-pretty font-normal`}>
                  {feature}
                </th>
                <td className="bg-accent-soft px-3 py-4">
                  <ComparisonMark has own />
                </td>
                {others.map((has, index) => (
                  <td key={COLUMNS[index + 1]} className="px-3 py-4">
                    <ComparisonMark has={has} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <div className="flex flex-wrap items-center justify-between gap-x-10 gap-y-5">
        <p className="max-w-[40rem] text-13 text-muted">
          The columns are kinds of tools, not companies. A cross means that leading tools of that kind do it
          differently, by what they publish; in doubt they got the tick. Sources and dates are in docs/COMPARISON.md of
          the source code.
        </p>
        <Link to={SIGN_UP_PATH} className={buttonClass()}>
          Try {BRAND.name} Free
        </Link>
      </div>
    </section>
  )
}

/** A tick or a cross, in words for who can't see it. */
function ComparisonMark({ has, own = false }: { has: boolean; own?: boolean }) {
  const Icon = has ? Check : X
  return (
    <span className={`grid place-items-center ${own ? 'text-accent-text' : 'text-muted'}`}>
      <Icon size={own ? 20 : 18} aria-hidden strokeWidth={own ? 2.5 : 2} />
      <span className="sr-only">{has ? 'Yes' : 'No'}</span>
    </span>
  )
}
