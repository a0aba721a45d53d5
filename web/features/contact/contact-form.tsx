import { CircleCheck } from 'lucide-react'
import { useEffect, useState, type ChangeEvent, type SyntheticEvent } from 'react'
import type { Capabilities } from '@callfolio/shared/contract/capabilities.ts'
import { Banner } from '@callfolio/shared/ui/banner.tsx'
import { buttonClass } from '@callfolio/shared/ui/button.ts'
import { Field, INPUT, TextField } from '@callfolio/shared/ui/field.tsx'
import { EMPTY_DRAFT, problemWithDraft, type MessageDraft } from './message-rules.ts'
import type { Delivery } from './send-message.ts'

/** ms the confirmation is shown before the empty form returns. */
const CONFIRMATION_MS = 3000

/** A message to the operator of this server; `server` is undefined until its capabilities are known. */
export function ContactForm({ server }: { server: Pick<Capabilities, 'contact' | 'answer_time'> | undefined }) {
  const offered = server?.contact
  const [draft, setDraft] = useState<MessageDraft>(EMPTY_DRAFT)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const [delivery, setDelivery] = useState<Delivery['outcome'] | null>(null)

  useEffect(() => {
    if (delivery === null) return undefined
    const timer = setTimeout(() => setDelivery(null), CONFIRMATION_MS)
    return () => clearTimeout(timer)
  }, [delivery])

  const bind = (name: keyof MessageDraft) => ({
    name,
    value: draft[name],
    onChange: ({ target }: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) => {
      setDraft({ ...draft, [name]: target.value })
      setProblem(null)
    },
  })
  const submit = async (event: SyntheticEvent) => {
    event.preventDefault()
    const wrong = problemWithDraft(draft)
    setProblem(wrong)
    if (wrong !== null || offered !== true || busy) return
    setBusy(true)
    const result = await send(draft)
    setBusy(false)
    if (result.outcome === 'refused') return setProblem(result.problem)
    setDraft(EMPTY_DRAFT)
    setDelivery(result.outcome)
  }

  return (
    <div className="grid">
      <form
        noValidate
        onSubmit={(event) => void submit(event)}
        className={`grid gap-4 [grid-area:1/1] ${delivery === null ? '' : 'invisible'}`}
      >
        <TextField label="Full Name" autoComplete="name" required maxLength={200} {...bind('name')} />
        <TextField
          label="Email Address"
          type="email"
          autoComplete="email"
          required
          maxLength={320}
          {...bind('email')}
        />
        <TextField label="Company" autoComplete="organization" optional maxLength={200} {...bind('company')} />
        <Field label="Message">
          {(id) => (
            <textarea
              id={id}
              rows={5}
              required
              maxLength={10_000}
              className={`${INPUT} resize-y`}
              {...bind('message')}
            />
          )}
        </Field>
        {problem !== null && <Banner tone="danger">{problem}</Banner>}
        <button type="submit" disabled={offered !== true || busy} className={`${buttonClass()} justify-self-start`}>
          {buttonText(offered, busy)}
        </button>
      </form>
      {delivery !== null && server && <MessageSent mailed={delivery === 'sent'} answerTime={server.answer_time} />}
    </div>
  )
}

/** The sending code is loaded with the first message, which may fail. */
async function send(draft: MessageDraft): Promise<Delivery> {
  try {
    return await (await import('./send-message.ts')).sendMessage(draft)
  } catch {
    return {
      outcome: 'refused',
      problem: 'We couldn’t send your message. Copy it, reload the page and try again.',
    }
  }
}

function buttonText(offered: boolean | undefined, busy: boolean): string {
  if (offered !== true) return 'Coming Soon'
  return busy ? 'Sending...' : 'Send Message'
}

/** Replaces the form at the same size, so that the layout doesn't shift. */
function MessageSent({ mailed, answerTime }: { mailed: boolean; answerTime: string }) {
  return (
    <div role="status" className="grid animate-appear content-center gap-2 [grid-area:1/1]">
      <CircleCheck size={28} aria-hidden className="text-success" />
      <p className="text-21 font-semibold">{mailed ? 'Message Sent!' : 'Message saved'}</p>
      <p className="text-15 text-muted">
        {mailed
          ? `Thank you for reaching out. We'll get back to you within ${answerTime}.`
          : 'We saved your message for the admin of this server.'}
      </p>
    </div>
  )
}
