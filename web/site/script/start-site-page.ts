import type { Capabilities, CAPABILITIES_PATH } from '@callfolio/shared/contract/capabilities.ts'
import { followContactForm } from '../../features/contact/follow-contact-form.ts'
import { factSentence } from '../../features/legal/legal-sentences.ts'
import type { FactName } from '../../features/legal/legal-text.ts'
import { showDataFlow } from '../../features/legal/show-data-flow.ts'
import { readChoice } from '../../features/pricing/plan-choice.ts'
import { hasStoredSession } from '../../lib/stored-session.ts'
import { followMenu } from './follow-menu.ts'

/** A literal, because the contract's module would load the schema library. */
const PATH: typeof CAPABILITIES_PATH = '/api/capabilities'
/** Starts loading about a screen's height before it is visible. */
const MARGIN = '600px'

const all = (selector: string) => document.querySelectorAll<HTMLElement>(selector)

/** Brings a public page to life: the menu, who is signed in, and the facts about this server. */
export function startSitePage(): void {
  showAudience()
  // The browser kept the page for the back button, or another tab signed in or out.
  for (const event of ['pageshow', 'storage']) addEventListener(event, showAudience)
  followMenu()
  for (const button of all('[data-sign-out]'))
    button.addEventListener('click', () => void import('./sign-out.ts').then(({ signOut }) => signOut()))
  for (const table of all('[data-flows]')) showDataFlow(table)
  const facts = all('[data-fact]')
  if (facts.length > 0) void readCapabilities().then((server) => showFacts(facts, server))
  for (const form of all('[data-contact]'))
    followContactForm(form, nearView(form).then(readCapabilities).then(showAnswerTime))
  for (const place of all('[data-plans]')) void showAccountPlans(place)
}

/** Shows what is for visitors, or what is for signed-in users. */
function showAudience(): void {
  const audience = hasStoredSession() ? 'users' : 'visitors'
  document.documentElement.dataset['audience'] = audience
  for (const part of all('[data-for]')) part.hidden = part.dataset['for'] !== audience
}

function showFacts(places: Iterable<HTMLElement>, server: Capabilities): void {
  for (const place of places) {
    place.textContent = factSentence(place.dataset['fact'] as FactName, server)
    place.classList.remove('invisible')
  }
}

function showAnswerTime(server: Capabilities): Capabilities {
  for (const place of all('[data-answer-time]'))
    if (server.contact) place.textContent = `We’ll get back to you within ${server.answer_time}.`
  return server
}

/** The plans were rendered for visitors; a user's own plan needs the account's code. */
async function showAccountPlans(place: HTMLElement): Promise<void> {
  const choice = readChoice(new URLSearchParams(location.search))
  const isPage = place.dataset['plans'] === 'page'
  if (!hasStoredSession() && !(isPage && choice !== null)) return
  // Buying waits until the current plan is known.
  const buttons = place.querySelectorAll<HTMLButtonElement>('button[name=plan]')
  for (const button of buttons) button.disabled = true
  if (!isPage) await nearView(place)
  try {
    const { renderAccountPlans } = await import('./account-plans.tsx')
    renderAccountPlans(place, isPage ? { choice } : null)
  } catch (error) {
    console.error('plans', error)
    // The form then leads to the app, which has the newest code.
    for (const button of buttons) button.disabled = false
  }
}

/** Never rejects: without an answer, the page stays as it is. */
function readCapabilities(): Promise<Capabilities> {
  return new Promise((resolve) => {
    fetch(PATH)
      .then(async (reply) => (reply.ok ? resolve((await reply.json()) as Capabilities) : undefined))
      .catch((error: unknown) => console.error('capabilities', error))
  })
}

/** Resolves when an element is or has been in or near the viewport. */
function nearView(element: Element): Promise<void> {
  return new Promise((resolve) => {
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return
        observer.disconnect()
        resolve()
      },
      { rootMargin: MARGIN },
    )
    observer.observe(element)
  })
}
