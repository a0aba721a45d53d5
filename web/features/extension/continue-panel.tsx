import type { User } from '@supabase/auth-js'
import { useMutation, useQuery } from '@tanstack/react-query'
import { ANY_REPLY, ApiError } from '@callfolio/shared/api-client.ts'
import { getFullName } from '@callfolio/shared/client/first-name.ts'
import { Banner } from '@callfolio/shared/ui/banner.tsx'
import { Button } from '@callfolio/shared/ui/button.tsx'
import { LoadError } from '@callfolio/shared/ui/load-error.tsx'
import { SkeletonLines } from '@callfolio/shared/ui/skeleton.tsx'
import { EXTENSION_AUTHORIZATION_PATH, extensionCodeSchema } from '@callfolio/shared/contract/accounts/extension.ts'
import { requestProblem } from '../../lib/request-problem.ts'
import { answerAddress, type ContinueRequest } from './continue-request.ts'
import { useServices } from '../../lib/services.tsx'
import { needsProof, ProofRequest } from '../settings/security/proof-request.tsx'

/** Asks a signed-in user whether the browser extension may sign in as them. */
export function ContinuePanel({ user, request }: { user: User; request: ContinueRequest }) {
  const check = useRequestCheck(request)
  return (
    <>
      <h1 className="text-28 font-semibold tracking-tight">Continue in the browser extension</h1>
      <div className="mt-4 grid gap-6">
        {check.isPending && (
          <div role="status" aria-label="Checking the request">
            <SkeletonLines />
          </div>
        )}
        {check.isError && <CheckProblem error={check.error} onRetry={() => void check.refetch()} />}
        {check.isSuccess && <Question user={user} request={request} />}
      </div>
    </>
  )
}

/** A request that can never be granted is not retried. */
function CheckProblem({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const problem = requestProblem(error) ?? ''
  if (error instanceof ApiError && error.code === 'invalid_request') return <Banner tone="danger">{problem}</Banner>
  return <LoadError onRetry={onRetry}>{problem}</LoadError>
}

function Question({ user, request }: { user: User; request: ContinueRequest }) {
  const grant = useGrant(request)
  const going = grant.isPending || grant.isSuccess
  const problem = requestProblem(grant.error)
  const asksProof = needsProof(grant.error)
  return (
    <>
      <div className="grid gap-2">
        <p className="text-17 break-words">Continue as {getPerson(user)} in the browser extension?</p>
        <p className="text-15 text-muted">It can upload, view and share your recordings until you sign out there.</p>
      </div>
      {asksProof && <ProofRequest onProved={() => grant.mutate()} />}
      {problem !== null && !asksProof && <Banner tone="danger">{problem}</Banner>}
      <div className="grid grid-cols-2 gap-3">
        <Button
          variant="secondary"
          disabled={going}
          onClick={() => location.assign(answerAddress(request, { error: 'access_denied' }))}
        >
          Cancel
        </Button>
        <Button disabled={going} onClick={() => grant.mutate()}>
          {going ? 'Continuing...' : 'Continue'}
        </Button>
      </div>
    </>
  )
}

/** The name with the email address, or only the address without a name. */
function getPerson(user: User) {
  const name = getFullName(user)
  const email = <span className="font-medium">{user.email}</span>
  if (name === '') return email
  return (
    <>
      <span className="font-medium">{name}</span> ({email})
    </>
  )
}

/** Checks whether the extension may get the session it requests. */
function useRequestCheck({ state: _, ...request }: ContinueRequest) {
  const { api } = useServices()
  return useQuery({
    queryKey: ['extension', request],
    queryFn: ({ signal }) =>
      api.request(`${EXTENSION_AUTHORIZATION_PATH}?${new URLSearchParams(request)}`, ANY_REPLY, { signal }),
  })
}

/** Authorizes the extension and sends it the code. */
function useGrant({ state, ...request }: ContinueRequest) {
  const { api } = useServices()
  return useMutation({
    mutationFn: () => api.request(EXTENSION_AUTHORIZATION_PATH, extensionCodeSchema, { method: 'POST', body: request }),
    onSuccess: ({ code }) => location.assign(answerAddress({ ...request, state }, { code })),
  })
}
