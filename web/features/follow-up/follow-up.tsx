import { Mail } from 'lucide-react'
import { useRef, useState } from 'react'
import type { Microsite } from '@callfolio/shared/contract/microsite.ts'
import { Button } from '@callfolio/shared/ui/button.tsx'
import { getCount } from '@callfolio/shared/format.ts'
import { Choice } from '@callfolio/shared/ui/choice.tsx'
import { Field, INPUT, TextField } from '@callfolio/shared/ui/field.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { useEmail, type Email } from './use-email.ts'
import { EmailActions } from './email-actions.tsx'
import { LinkChoice } from './link-choice.tsx'

/** Drafts an email to the other side of the call. Edits stay while the page is open. */
export function FollowUp({ microsite }: { microsite: Microsite }) {
  const [open, setOpen] = useState(false)
  const email = useEmail(microsite)
  return (
    <div>
      <Button variant="secondary" size="sm" onClick={() => setOpen(true)}>
        <Mail size={14} aria-hidden />
        Draft a follow-up email
      </Button>
      <Dialog
        open={open}
        onOpenChange={setOpen}
        size="middle"
        title="Follow-up email"
        description="Drafted from the call. Edit it, then send it from your email app."
      >
        <EmailEditor micrositeId={microsite.id} email={email} />
      </Dialog>
    </div>
  )
}

/** The draft with its options, to edit and copy. */
function EmailEditor({ micrositeId, email }: { micrositeId: string; email: Email }) {
  const text = useRef<HTMLTextAreaElement>(null)
  const { speakers, asksForMe, me, recipients, withQuotes, link, subject, body, leftOut, choose, write } = email
  return (
    <div className="grid min-w-0 grid-cols-1 gap-5">
      {asksForMe && (
        <Choice
          legend="Which speaker are you?"
          options={speakers.map((name) => ({ value: name, text: <span className="truncate">{name}</span> }))}
          value={me}
          onChange={(name) => choose({ me: name })}
        />
      )}
      {speakers.length > 0 && (
        <RecipientChoice
          speakers={speakers.filter((name) => name !== me)}
          recipients={recipients}
          onChange={(chosen) => choose({ recipients: chosen })}
        />
      )}
      <label className="inline-flex cursor-pointer items-center gap-2 text-15">
        <input
          type="checkbox"
          checked={withQuotes}
          onChange={({ target }) => choose({ withQuotes: target.checked })}
          className="size-4 shrink-0 accent-accent-fill"
        />
        Include quotes
      </label>
      <LinkChoice micrositeId={micrositeId} link={link} onChoose={(chosen) => choose({ link: chosen })} />
      <TextField
        label="Subject"
        dir="auto"
        value={subject}
        onChange={({ target }) => write({ subject: target.value })}
      />
      <Field
        label="Message"
        hint={leftOut === 0 ? undefined : `Not in this email: ${getCount(leftOut, 'more next step')}.`}
      >
        {(id, hintId) => (
          <textarea
            ref={text}
            id={id}
            aria-describedby={hintId}
            dir="auto"
            rows={12}
            value={body}
            onChange={({ target }) => write({ body: target.value })}
            className={`${INPUT} block min-h-40 resize-y leading-6`}
          />
        )}
      </Field>
      <EmailActions email={email} onSelect={() => text.current?.select()} />
    </div>
  )
}

interface RecipientChoiceProps {
  speakers: readonly string[]
  recipients: readonly string[]
  onChange: (recipients: readonly string[]) => void
}

/** Selects the speakers to greet. */
function RecipientChoice({ speakers, recipients, onChange }: RecipientChoiceProps) {
  return (
    <fieldset className="grid min-w-0 grid-cols-1 gap-1.5">
      <legend className="mb-1.5 text-13 font-medium">Greet by name</legend>
      <div className="flex flex-wrap gap-x-5 gap-y-2">
        {speakers.map((name) => (
          <label key={name} className="inline-flex max-w-full min-w-0 cursor-pointer items-center gap-2 text-15">
            <input
              type="checkbox"
              checked={recipients.includes(name)}
              onChange={({ target }) =>
                onChange(speakers.filter((each) => (each === name ? target.checked : recipients.includes(each))))
              }
              className="size-4 shrink-0 accent-accent-fill"
            />
            <span className="truncate">{name}</span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
