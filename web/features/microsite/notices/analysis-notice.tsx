import { useMutation, useQueryClient } from '@tanstack/react-query'
import {
  MICROSITE_PATHS,
  micrositeSchema,
  type AnalysisRequest,
  type Microsite,
} from '@callfolio/shared/contract/microsite.ts'
import { ANALYSTS, getIds, type AnalystName } from '@callfolio/shared/engines.ts'
import { Banner } from '@callfolio/shared/ui/banner.tsx'
import { Button } from '@callfolio/shared/ui/button.tsx'
import type { Capabilities } from '@callfolio/shared/contract/capabilities.ts'
import { requestProblem } from '../../../lib/request-problem.ts'
import { useCapabilities } from '../../../lib/use-capabilities.ts'
import { useServices } from '../../../lib/services.tsx'
import { storeMicrosite } from '../../library/use-microsite.ts'

type Noticed = Pick<Microsite, 'id' | 'status' | 'analysis_notice' | 'analysing' | 'step_detail'>

/** Tells the owner why another analyst than the configured one wrote the recap, and lets them retry that one. */
export function AnalysisNotice({ site }: { site: Noticed }) {
  if (site.status !== 'active' || (site.analysing === undefined && site.analysis_notice === null)) return null
  return (
    <div role="status" className="grid grid-cols-1 gap-3">
      {site.analysing === undefined ? <TryAgain site={site} /> : <UnderWay site={site} />}
    </div>
  )
}

function TryAgain({ site: { id, analysis_notice: notice } }: { site: Noticed }) {
  const capabilities = useCapabilities()
  const again = useAnalyseAgain(id)
  const model = capabilities && modelToTryAgain(capabilities)
  const problem = requestProblem(again.error)
  const button = model && (
    <Button
      variant="secondary"
      size="sm"
      disabled={again.isPending}
      onClick={() => again.mutate({ analyst: model.name })}
    >
      {again.isPending ? 'Starting...' : model.label}
    </Button>
  )
  return (
    <>
      <Banner actions={button}>{notice}</Banner>
      {problem !== null && <Banner tone="danger">{problem}</Banner>}
    </>
  )
}

/** Progress changes are not announced each time. */
function UnderWay({ site: { analysing, step_detail: detail } }: { site: Noticed }) {
  const who = analysing === 'openai' ? 'The AI server' : 'This server'
  return (
    <Banner>
      {who} is writing a new recap. This microsite doesn’t change until it’s ready.
      {detail !== null && <span aria-live="off">{` ${detail.charAt(0).toUpperCase()}${detail.slice(1)}.`}</span>}
    </Banner>
  )
}

/** The model that can rerun the recap, and the button's label; undefined if none is ready. */
export function modelToTryAgain({
  analysts,
}: Pick<Capabilities, 'analysts'>): { name: AnalystName; label: string } | undefined {
  return getIds(ANALYSTS).flatMap((name) => {
    const label = ANALYSTS[name].tryAgain
    return label !== null && analysts.some((each) => each.name === name && each.ready) ? [{ name, label }] : []
  })[0]
}

/** Reruns a finished microsite's recap; the page stays usable and is refetched until the new recap is there. */
function useAnalyseAgain(id: string) {
  const { api } = useServices()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: AnalysisRequest) =>
      api.request(MICROSITE_PATHS.analyse(id), micrositeSchema, { method: 'POST', body }),
    onSuccess: (microsite) => storeMicrosite(queryClient, microsite),
  })
}
