import { PlanTable } from '../pricing/plan-table.tsx'

/** The plans, on the landing page. */
export function PricingSection() {
  return (
    <section id="pricing" aria-labelledby="pricing-title" className="scroll-mt-16 border-t border-line">
      <div className="mx-auto grid max-w-[75rem] gap-10 px-5 py-20 sm:px-8">
        <div className="grid gap-3">
          <h2 id="pricing-title" className="text-28 font-semibold tracking-tight">
            Pricing
          </h2>
          <p className="max-w-[40rem] text-17 text-muted">
            Start free. Pay when a month has more calls than the free plan.
          </p>
        </div>
        <PlanTable heading="h3" />
      </div>
    </section>
  )
}
