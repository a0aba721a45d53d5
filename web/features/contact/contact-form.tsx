import { CircleCheck } from 'lucide-react'
import { Banner } from '@callfolio/shared/ui/banner.tsx'
import { Button } from '@callfolio/shared/ui/button.tsx'
import { Field, INPUT, TextField } from '@callfolio/shared/ui/field.tsx'

/** A message to the operator of this server. The page's script sends it (follow-contact-form.ts). */
export function ContactForm() {
  return (
    <div data-contact className="grid">
      <form noValidate className="grid gap-4 [grid-area:1/1]">
        <TextField label="Full Name" name="name" autoComplete="name" required maxLength={200} />
        <TextField label="Email Address" name="email" type="email" autoComplete="email" required maxLength={320} />
        <TextField label="Company" name="company" autoComplete="organization" optional maxLength={200} />
        <Field label="Message">
          {(id) => (
            <textarea id={id} name="message" rows={5} required maxLength={10_000} className={`${INPUT} resize-y`} />
          )}
        </Field>
        <div data-problem hidden>
          <Banner tone="danger">
            <span data-text />
          </Banner>
        </div>
        <Button type="submit" disabled className="justify-self-start">
          Coming Soon
        </Button>
      </form>
      {/* Replaces the form at the same size, so that the layout doesn't shift. */}
      <div role="status" data-sent hidden className="grid animate-appear content-center gap-2 [grid-area:1/1]">
        <CircleCheck size={28} aria-hidden className="text-success" />
        <p data-title className="text-21 font-semibold" />
        <p data-text className="text-15 text-muted" />
      </div>
    </div>
  )
}
