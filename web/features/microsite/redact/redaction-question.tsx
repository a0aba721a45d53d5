import type { RedactionEffect, TimeSpan } from '@callfolio/shared/contract/redaction.ts'
import { getCount } from '@callfolio/shared/format.ts'
import { Banner } from '@callfolio/shared/ui/banner.tsx'
import { Button } from '@callfolio/shared/ui/button.tsx'
import { useFocusWhen } from '@callfolio/shared/ui/use-focus-when.ts'
import { Spinner } from '../../../ui/spinner.tsx'
import { spanText } from './span-text.ts'
import { useRedact, useRedactionEffect } from './use-redaction.ts'

interface RedactionQuestionProps {
  id: string
  spans: readonly TimeSpan[]
  onBack: () => void
  /** @param recording whether there is one that has to be rendered again. */
  onDone: (recording: boolean) => void
}

/** Shows what a redaction removes, and asks for confirmation. The safe button has the focus. */
export function RedactionQuestion({ id, spans, onBack, onDone }: RedactionQuestionProps) {
  const { data: effect, error } = useRedactionEffect(id, spans)
  const redact = useRedact(id)
  const back = useFocusWhen<HTMLButtonElement>(true)
  const problem = redact.error ?? error
  return (
    <div className="grid grid-cols-1 gap-5">
      {effect ? <Effect effect={effect} /> : problem === null && <Spinner label="Finding what will be removed..." />}
      {problem !== null && <Banner tone="danger">{problem.message}</Banner>}
      <div className="flex flex-wrap justify-end gap-2">
        <Button variant="secondary" ref={back} onClick={onBack}>
          Back
        </Button>
        <Button
          variant="danger"
          disabled={!effect || redact.isPending}
          onClick={() => redact.mutate(spans, { onSuccess: ({ recording }) => onDone(recording) })}
        >
          {redact.isPending ? 'Redacting...' : 'Redact permanently'}
        </Button>
      </div>
    </div>
  )
}

function Effect({ effect: { spans, lines, texts, recording } }: { effect: RedactionEffect }) {
  return (
    <div className="grid grid-cols-1 gap-3 text-15">
      <ul className="grid list-disc grid-cols-1 gap-1 pl-5">
        {recording && <li>Audio and video of {spans.map(spanText).join(', ')}. The recording keeps its length.</li>}
        {lines > 0 && <li>{getCount(lines, 'line')} of the transcript, replaced with “[redacted]”.</li>}
        {texts.length > 0 && <li>Summary, quotes and other text that reveal it:</li>}
      </ul>
      {texts.length > 0 && (
        <div
          tabIndex={0}
          role="region"
          aria-label="Texts to remove"
          className="max-h-[min(16rem,30dvh)] overflow-y-auto rounded border border-line px-4 py-3 -outline-offset-2"
        >
          <ul className="grid grid-cols-1 gap-2">
            {texts.map(({ where, text }) => (
              <li key={`${where} ${text}`} className="break-words">
                <span className="block text-13 text-muted">{where}</span>
                <span dir="auto">{text}</span>
              </li>
            ))}
          </ul>
        </div>
      )}
      {recording && (
        <p className="text-13 text-muted">
          Playback is off until the recording is re-rendered, which can take as long as the call. Earlier downloads and
          backups aren’t changed.
        </p>
      )}
    </div>
  )
}
