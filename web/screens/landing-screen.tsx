import { ContactSection } from '../features/landing/contact-section.tsx'
import { Evidence } from '../features/landing/evidence.tsx'
import { FeatureComparison } from '../features/landing/feature-comparison.tsx'
import { Hero } from '../features/landing/hero.tsx'
import { PricingSection } from '../features/landing/pricing-section.tsx'
import { SitePage } from '../features/marketing/site-page.tsx'
import { PageDescription } from '../ui/page-description.tsx'
import { PageTitle } from '../ui/page-title.tsx'

/** /: what this is, what it costs, and the way in. */
export function LandingScreen() {
  return (
    <SitePage>
      <PageTitle />
      <PageDescription />
      <Hero />
      <Evidence />
      <FeatureComparison />
      <PricingSection />
      <ContactSection />
    </SitePage>
  )
}
