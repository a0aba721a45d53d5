import { useQuery } from '@tanstack/react-query'
import type { DataFlow, DataFlows } from '@callfolio/shared/contract/data-flow.ts'
import { LoadError } from '@callfolio/shared/ui/load-error.tsx'
import { SkeletonLines } from '@callfolio/shared/ui/skeleton.tsx'
import { DATA_STEP_TEXTS, egressSentence, placeOf } from './data-flow-texts.ts'

/** Each step with its data and its place. */
export function DataFlowTable() {
  const { data, isError, refetch } = useQuery({
    queryKey: ['data-flow'],
    queryFn: async () => (await import('../../lib/public-api.ts')).readDataFlows(),
  })
  if (isError) return <LoadError onRetry={() => void refetch()}>Failed to load the data flow.</LoadError>
  if (data === undefined) return <SkeletonLines widths={['100%', '100%', '72%']} />
  return <Flows {...data} />
}

function Flows({ flows, egress }: DataFlows) {
  return (
    <div className="grid gap-8">
      <dl className="divide-y divide-line border-y border-line">
        {flows.map((flow) => (
          <Step key={flow.step} flow={flow} />
        ))}
      </dl>
      <p className="max-w-[36rem] text-17">{egressSentence(egress)}</p>
    </div>
  )
}

function Step({ flow }: { flow: DataFlow }) {
  const { title, data } = DATA_STEP_TEXTS[flow.step]
  const leaves = flow.where === 'elsewhere'
  return (
    <div className="grid gap-x-8 gap-y-1 py-5 md:grid-cols-[12rem_minmax(0,1fr)]">
      <dt className="text-17 font-semibold">{title}</dt>
      <dd className="grid gap-1">
        <p className={`text-17 break-words ${leaves ? 'font-medium' : ''}`}>{placeOf(flow)}</p>
        {flow.where !== 'none' && <p className="text-15 text-muted">{leaves ? data.sent : data.kept}</p>}
      </dd>
    </div>
  )
}
