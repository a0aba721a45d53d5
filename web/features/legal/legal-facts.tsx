import type { Capabilities } from '@callfolio/shared/contract/capabilities.ts'
import { useCapabilities } from '../../lib/use-capabilities.ts'
import { LegalLink } from './links.tsx'

/** How to reach the operator, and whether the form works here. */
export function ContactFacts() {
  const server = useCapabilities()
  return (
    <p>
      Write to us with the <LegalLink to="/#contact">contact form on the website</LegalLink>.
      {server && contactSentence(server)}
    </p>
  )
}

function contactSentence({ contact, answer_time }: Pick<Capabilities, 'contact' | 'answer_time'>): string {
  return contact
    ? ` We get back to you within ${answer_time}.`
    : ' The form is not active on this server yet; until it is, please turn to whoever gave you access.'
}
