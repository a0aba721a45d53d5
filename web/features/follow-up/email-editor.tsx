import { useRef } from 'react'
import { countOf } from '@callfolio/shared/format.ts'
import { Field, INPUT, TextField } from '@callfolio/shared/ui/field.tsx'
import { EmailActions } from './email-actions.tsx'
import { LinkChoice } from './link-choice.tsx'
import { RecipientChoice } from './recipient-choice.tsx'
import type { Email } from './use-email.ts'

/** The draft with what it depends on, to be edited and taken away. */
export function EmailEditor({ micrositeId, email }: { micrositeId: string; email: Email }) {
  const text = useRef<HTMLTextAreaElement>(null)
  const { speakers, recipients, link, subject, body, leftOut, choose, write } = email
  return (
    <div className="grid min-w-0 grid-cols-1 gap-5">
      {speakers.length > 0 && (
        <RecipientChoice
          speakers={speakers}
          recipients={recipients}
          onChange={(chosen) => choose({ recipients: chosen })}
        />
      )}
      <LinkChoice micrositeId={micrositeId} link={link} onChoose={(chosen) => choose({ link: chosen })} />
      <TextField
        label="Subject"
        dir="auto"
        value={subject}
        onChange={({ target }) => write({ subject: target.value })}
      />
      <Field
        label="Text"
        hint={leftOut === 0 ? undefined : `The call has ${countOf(leftOut, 'next step')} more; they are on the page.`}
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
