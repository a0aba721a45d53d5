import { ContactSection } from '../features/landing/contact-section.tsx'
import { Evidence } from '../features/landing/evidence.tsx'
import { FeatureComparison } from '../features/landing/feature-comparison.tsx'
import { Hero } from '../features/landing/hero.tsx'
import { SitePage } from '../features/marketing/site-page.tsx'
import { PageDescription, PageTitle } from '../ui/page-title.tsx'
import { PlanTable, START_FREE } from '../features/pricing/plan-table.tsx'

/** /: product description, prices, and sign-up. */
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

/** The plans, on the landing page. */
function PricingSection() {
  return (
    <section id="pricing" aria-labelledby="pricing-title" className="scroll-mt-16 border-t border-line">
      <div className="mx-auto grid max-w-[75rem] gap-10 px-5 py-20 sm:px-8">
        <div className="grid gap-3">
          <h2 id="pricing-title" className="text-28 font-semibold tracking-tight">
            Pricing
          </h2>
          <p className="max-w-[40rem] text-17 text-muted">{START_FREE}</p>
        </div>
        <div data-plans="section">
          <PlanTable heading="h3" />
        </div>
      </div>
    </section>
  )
}
