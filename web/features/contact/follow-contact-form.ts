import type { Capabilities } from '@callfolio/shared/contract/capabilities.ts'
import { EMPTY_DRAFT, problemWithDraft, type MessageDraft } from './message-rules.ts'
import { sendMessage } from './send-message.ts'

/** ms the confirmation is shown before the empty form returns. */
const CONFIRMATION_MS = 3000

/**
 * Sends the form's messages once the server is known to accept them.
 * @param place contains a ContactForm.
 * @param server resolves with the server's capabilities.
 */
export function followContactForm(place: HTMLElement, server: Promise<Capabilities>): void {
  const form = find<HTMLFormElement>(place, 'form')
  const button = find<HTMLButtonElement>(form, 'button')
  const problem = find(form, '[data-problem]')
  const sent = find(place, '[data-sent]')
  let answerTime: string | null = null
  void server.then(({ contact, answer_time }) => {
    if (!contact) return
    answerTime = answer_time
    button.disabled = false
    button.textContent = 'Send message'
  })

  const showProblem = (text: string | null) => {
    find(problem, '[data-text]').textContent = text
    problem.hidden = text === null
  }
  const submit = async () => {
    const draft: MessageDraft = { ...EMPTY_DRAFT, ...Object.fromEntries(new FormData(form)) }
    const wrong = problemWithDraft(draft)
    showProblem(wrong)
    if (wrong !== null || answerTime === null || button.disabled) return
    button.disabled = true
    button.textContent = 'Sending...'
    const result = await sendMessage(draft)
    button.disabled = false
    button.textContent = 'Send message'
    if (result.outcome === 'refused') return showProblem(result.problem)
    const mailed = result.outcome === 'sent'
    find(sent, '[data-title]').textContent = mailed ? 'Message Sent!' : 'Message saved'
    find(sent, '[data-text]').textContent = mailed
      ? `Thank you for reaching out. We'll get back to you within ${answerTime}.`
      : 'We saved your message for the admin of this server.'
    form.reset()
    showSent(true)
    setTimeout(() => showSent(false), CONFIRMATION_MS)
  }
  const showSent = (shown: boolean) => {
    sent.hidden = !shown
    form.classList.toggle('invisible', shown)
  }
  form.addEventListener('input', () => showProblem(null))
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    void submit()
  })
}

function find<Found extends HTMLElement = HTMLElement>(place: ParentNode, selector: string): Found {
  const found = place.querySelector<Found>(selector)
  if (found === null) throw new Error(`The contact form has no ${selector}.`)
  return found
}
