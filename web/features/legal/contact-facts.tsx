import { useCapabilities } from '../session/use-capabilities.ts'
import { LegalLink } from './links.tsx'

/** How to reach the operator, and whether the form works here. */
export function ContactFacts() {
  const offered = useCapabilities()?.contact
  return (
    <p>
      Write to us with the <LegalLink to="/#contact">contact form on the website</LegalLink>.
      {offered === false && ' The form is not active on this server yet; until it is, please turn to whoever gave you access.'}
    </p>
  )
}
