import { LegalPage } from '../features/legal/legal-page.tsx'
import { TERMS_OF_USE } from '../features/legal/terms-of-use.tsx'

/** /terms-of-use */
export function TermsOfUseScreen() {
  return <LegalPage document={TERMS_OF_USE} />
}
