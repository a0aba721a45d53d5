import { LegalPage } from '../features/legal/legal-page.tsx'
import { TERMS_OF_SERVICE } from '../features/legal/terms-of-service.tsx'

/** /terms-of-service */
export function TermsOfServiceScreen() {
  return <LegalPage document={TERMS_OF_SERVICE} />
}
