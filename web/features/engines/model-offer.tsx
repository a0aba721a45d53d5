import { useState } from 'react'
import type { SpeechModel } from '@callfolio/shared/contract/speech-model.ts'
import { Banner } from '@callfolio/shared/ui/banner.tsx'
import { Button } from '@callfolio/shared/ui/button.tsx'
import { ProgressBar } from '@callfolio/shared/ui/progress-bar.tsx'
import { requestProblem } from '../../lib/request-problem.ts'
import { fetchedText, megabytes } from '@callfolio/shared/speech-model-text.ts'
import { useBetterDrafts, useModelAction, useSpeechModel } from './use-speech-model.ts'

/** Offers the speech model to the operator, shows its download, and then offers to transcribe older drafts again. */
export function ModelOffer() {
  const model = useSpeechModel()
  if (model === undefined) return null
  if (model.offered) return <DeclinableOffer model={model} />
  if (model.state !== 'idle' && model.operator) return <FetchProgress model={model} />
  return model.drafts > 0 ? <DraftsOffer count={model.drafts} /> : null
}

function DeclinableOffer({ model }: { model: SpeechModel }) {
  const [later, decline] = useLater('speech-model')
  return later ? null : <Offer model={model} onDecline={decline} />
}

/** Downloads the model with one click. @param onDecline absent: it can't be dismissed. */
export function Offer({ model: { best }, onDecline }: { model: SpeechModel; onDecline?: () => void }) {
  const action = useModelAction()
  const problem = requestProblem(action.error)
  if (best === null) return null
  return (
    <div className="grid gap-3">
      <Banner
        actions={
          <>
            <Button size="sm" disabled={action.isPending} onClick={() => action.mutate('fetch')}>
              Download
            </Button>
            {onDecline && (
              <Button variant="quiet" size="sm" onClick={onDecline}>
                Later
              </Button>
            )}
          </>
        }
      >
        Get accurate transcripts: download the speech model ({megabytes(best.bytes)}, runs on this server).
      </Banner>
      {problem !== null && <Banner tone="danger">{problem}</Banner>}
    </div>
  )
}

const TITLES: Record<Exclude<SpeechModel['state'], 'idle'>, string> = {
  fetching: 'Downloading the speech model',
  waiting: 'Speech model download failed; retrying',
  paused: 'Speech model download paused',
  failed: 'Speech model download failed',
}

/** Download progress, with the operator's actions. */
export function FetchProgress({ model }: { model: SpeechModel }) {
  const action = useModelAction()
  const failure = requestProblem(action.error)
  if (model.state === 'idle') return null
  const goesOn = model.state === 'fetching' || model.state === 'waiting'
  return (
    <section aria-label="Speech model" className="grid gap-3 rounded border border-line px-4 py-3 text-15">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <p className="min-w-0 flex-1 basis-64">
          {TITLES[model.state]}
          <span className="text-muted tabular-nums">: {fetchedText(model)}</span>
        </p>
        {model.operator && (
          <div className="flex gap-2">
            {model.state !== 'fetching' && (
              <Button variant="secondary" size="sm" disabled={action.isPending} onClick={() => action.mutate('fetch')}>
                {model.state === 'paused' ? 'Resume' : 'Retry'}
              </Button>
            )}
            {goesOn && (
              <Button variant="quiet" size="sm" disabled={action.isPending} onClick={() => action.mutate('pause')}>
                Pause
              </Button>
            )}
          </div>
        )}
      </div>
      <ProgressBar
        thin
        percent={model.total_bytes === 0 ? 0 : (100 * model.done_bytes) / model.total_bytes}
        label="Speech model download"
      />
      {model.problem !== null && <p className="text-13 wrap-anywhere text-muted">{model.problem}</p>}
      {failure !== null && <Banner tone="danger">{failure}</Banner>}
    </section>
  )
}

function DraftsOffer({ count }: { count: number }) {
  const better = useBetterDrafts()
  const [later, decline] = useLater('drafts')
  const problem = requestProblem(better.error)
  if (later) return null
  return (
    <div className="grid gap-3">
      <Banner
        actions={
          <>
            <Button variant="secondary" size="sm" disabled={better.isPending} onClick={() => better.mutate()}>
              {count === 1 ? 'Transcribe it again' : 'Transcribe all again'}
            </Button>
            <Button variant="quiet" size="sm" onClick={decline}>
              Later
            </Button>
          </>
        }
      >
        {count === 1
          ? 'One of your microsites has a draft transcript'
          : `${count} of your microsites have draft transcripts`}{' '}
        from before the speech model was installed. Transcribing again discards your corrections; other edits and links
        stay.
      </Banner>
      {problem !== null && <Banner tone="danger">{problem}</Banner>}
    </div>
  )
}

/** Whether an offer was declined in this browser. */
function useLater(offer: string): [later: boolean, decline: () => void] {
  const key = `offer-later:${offer}`
  const [later, setLater] = useState(() => localStorage.getItem(key) !== null)
  return [
    later,
    () => {
      localStorage.setItem(key, new Date().toISOString())
      setLater(true)
    },
  ]
}
