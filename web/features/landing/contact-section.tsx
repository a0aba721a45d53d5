import { ContactForm } from '../contact/contact-form.tsx'

/** How to contact the operator of this server. */
export function ContactSection() {
  return (
    <section id="contact" aria-labelledby="contact-title" className="scroll-mt-16 border-t border-line bg-surface">
      <div className="mx-auto grid max-w-[75rem] gap-10 px-5 py-20 sm:px-8 lg:grid-cols-2 lg:gap-20">
        <div className="grid content-start gap-3">
          <h2 id="contact-title" className="text-28 font-semibold tracking-tight">
            Contact
          </h2>
          <p className="max-w-[32rem] text-17 text-muted">
            Questions about plans, your data or a shared page? Send us a message.
          </p>
          {/* Reserves its line until it is known whether messages are accepted. */}
          <p data-answer-time className="min-h-[1.375rem] text-15 text-muted" />
        </div>
        <div className="rounded border border-line bg-paper p-6 sm:p-8">
          <ContactForm />
        </div>
      </div>
    </section>
  )
}
