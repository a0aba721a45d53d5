import { useCallback, useState, type RefCallback } from 'react'
import { ContactForm } from '../contact/contact-form.tsx'
import { useCapabilities } from '../../lib/use-capabilities.ts'

/** How to contact the operator of this server. */
export function ContactSection() {
  const [section, near] = useNearView()
  const server = useCapabilities(near)
  return (
    <section
      ref={section}
      id="contact"
      aria-labelledby="contact-title"
      className="scroll-mt-16 border-t border-line bg-surface"
    >
      <div className="mx-auto grid max-w-[75rem] gap-10 px-5 py-20 sm:px-8 lg:grid-cols-2 lg:gap-20">
        <div className="grid content-start gap-3">
          <h2 id="contact-title" className="text-28 font-semibold tracking-tight">
            Contact
          </h2>
          <p className="max-w-[32rem] text-17 text-pretty text-muted">
            Questions about plans, your data or a page? Send us a message.
          </p>
          {/* Reserves its line until it is known whether messages are accepted. */}
          <p className="min-h-[1.375rem] text-15 text-muted">
            {server?.contact === true && `We’ll get back to you within ${server.answer_time}.`}
          </p>
        </div>
        <div className="rounded border border-line bg-paper p-6 sm:p-8">
          <ContactForm server={server} />
        </div>
      </div>
    </section>
  )
}

/** Starts loading about a screen's height before it is visible. */
const MARGIN = '600px'

/** @returns a ref for an element, and whether it has been in or near the viewport: time to load its content. */
function useNearView(): [RefCallback<Element>, boolean] {
  const [near, setNear] = useState(false)
  const watch = useCallback((element: Element | null) => {
    if (element === null) return undefined
    const observer = new IntersectionObserver(
      (entries) => entries.some(({ isIntersecting }) => isIntersecting) && setNear(true),
      { rootMargin: MARGIN },
    )
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return [watch, near]
}
