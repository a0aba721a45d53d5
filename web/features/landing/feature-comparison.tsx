import { Check, X } from 'lucide-react'
import { BRAND } from '@callfolio/shared/brand.ts'
import { formatDate } from '@callfolio/shared/format.ts'
import { buttonClass, TEXT_LINK } from '@callfolio/shared/ui/button.tsx'
import { SIGN_UP_PATH } from '../../lib/auth-paths.ts'
import { COLUMNS, COMPARISON, KINDS, SOURCES_READ_ON } from './comparison.ts'

const COLUMN = 'w-24 px-2 lg:w-[8.5rem] lg:px-3 align-bottom text-13 font-medium'
/** Stays visible while the other columns scroll on a phone. */
const FEATURE = 'sticky left-0 z-10 bg-paper pr-4 pl-5 text-left sm:pl-0'

/** Seven features, here and in familiar kinds of tools. */
export function FeatureComparison() {
  return (
    <section
      id="feature-comparison"
      aria-labelledby="comparison-title"
      className="mx-auto grid max-w-[75rem] scroll-mt-16 grid-cols-1 gap-10 px-5 py-20 sm:px-8"
    >
      <div className="grid gap-3">
        <h2 id="comparison-title" className="text-28 font-semibold tracking-tight">
          Built for what happens after the call
        </h2>
        <p className="max-w-[40rem] text-17 text-muted">
          Other tools record, coach or take notes. {BRAND.name} creates the page you send.
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
                <th scope="row" className={`${FEATURE} min-w-40 py-4 font-normal`}>
                  {feature}
                </th>
                <td className="bg-accent-soft px-3 py-4">
                  <ComparisonMark has own />
                </td>
                {others.map((mark, index) => (
                  <td key={KINDS[index]} className="px-3 py-4">
                    <ComparisonMark has={mark === true} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <div className="flex flex-wrap items-start justify-between gap-x-10 gap-y-5">
        <div className="grid max-w-[40rem] gap-2 text-13 text-muted">
          <p>
            Columns are tool categories, not companies. Based on public information as of {formatDate(SOURCES_READ_ON)}.
            When in doubt, we gave other tools the check mark.
          </p>
          <ComparisonSources />
        </div>
        <a href={SIGN_UP_PATH} className={buttonClass()}>
          Try {BRAND.name} Free
        </a>
      </div>
    </section>
  )
}

/** The sources of each cross, by feature. */
function ComparisonSources() {
  return (
    <details>
      <summary className="cursor-pointer hover:text-ink">Sources</summary>
      <dl className="grid gap-3 pt-3">
        {COMPARISON.map(({ feature, others }) => {
          const sources = others.flatMap((mark, index) =>
            mark === true ? [] : mark.map((source) => ({ kind: KINDS[index], ...source })),
          )
          if (sources.length === 0) return null
          return (
            <div key={feature}>
              <dt className="font-medium">{feature}</dt>
              {sources.map(({ kind, url, date }) => (
                <dd key={url}>
                  {kind}:{' '}
                  <a href={url} className={`${TEXT_LINK} break-all`}>
                    {new URL(url).hostname}
                  </a>{' '}
                  ({date})
                </dd>
              ))}
            </div>
          )
        })}
      </dl>
    </details>
  )
}

/** A tick or a cross, with text for screen readers. */
function ComparisonMark({ has, own = false }: { has: boolean; own?: boolean }) {
  const Icon = has ? Check : X
  return (
    <span className={`grid place-items-center ${own ? 'text-accent-text' : 'text-muted'}`}>
      <Icon size={own ? 20 : 18} aria-hidden strokeWidth={own ? 2.5 : 2} />
      <span className="sr-only">{has ? 'Yes' : 'No'}</span>
    </span>
  )
}
