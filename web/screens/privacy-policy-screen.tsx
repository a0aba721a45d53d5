import { LegalPage } from '../features/legal/legal-page.tsx'
import { PRIVACY_POLICY } from '../features/legal/privacy-policy.tsx'

/** /privacy-policy */
export function PrivacyPolicyScreen() {
  return <LegalPage document={PRIVACY_POLICY} />
}
