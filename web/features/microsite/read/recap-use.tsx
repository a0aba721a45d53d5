import type { AnalysisUse } from '@callfolio/shared/contract/microsite.ts'

/** What the recap really took of a model, in small print for its owner. */
export function RecapUse({
  use: { model, requests, input_tokens: read, output_tokens: written },
}: {
  use: AnalysisUse
}) {
  return (
    <p className="text-13 text-muted">
      Recap by {model}: {(read + written).toLocaleString('en')} tokens in{' '}
      {requests === 1 ? 'one request' : `${requests} requests`}.
    </p>
  )
}
