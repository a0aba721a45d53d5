import { DATA_STEPS, type DataStep } from '@callfolio/shared/contract/data-flow.ts'
import { Banner } from '@callfolio/shared/ui/banner.tsx'
import { Button } from '@callfolio/shared/ui/button.tsx'
import { SkeletonLines } from '@callfolio/shared/ui/skeleton.tsx'
import { DATA_STEP_TEXTS } from './data-flow-texts.ts'

/** Each step with its data and its place, which the page's script fills in (show-data-flow.ts). */
export function DataFlowTable() {
  return (
    <div data-flows>
      <div data-state="loading">
        <SkeletonLines widths={['100%', '100%', '72%']} />
      </div>
      <div data-state="failed" hidden>
        <Banner
          tone="danger"
          actions={
            <Button variant="secondary" size="sm">
              Try again
            </Button>
          }
        >
          Failed to load the data flow.
        </Banner>
      </div>
      <div data-state="known" hidden className="grid gap-8">
        <dl className="divide-y divide-line border-y border-line">
          {DATA_STEPS.map((step) => (
            <Step key={step} step={step} />
          ))}
        </dl>
        <p data-egress className="max-w-[36rem] text-17" />
      </div>
    </div>
  )
}

function Step({ step }: { step: DataStep }) {
  const { title, data } = DATA_STEP_TEXTS[step]
  return (
    <div data-step={step} className="grid gap-x-8 gap-y-1 py-5 md:grid-cols-[12rem_minmax(0,1fr)]">
      <dt className="text-17 font-semibold">{title}</dt>
      <dd className="grid gap-1">
        <p data-place className="text-17 break-words" />
        <p data-kept className="text-15 text-muted">
          {data.kept}
        </p>
        <p data-sent className="text-15 text-muted">
          {data.sent}
        </p>
      </dd>
    </div>
  )
}
