import { Check, Copy, Mail } from 'lucide-react'
import { useState } from 'react'
import { copyRichText } from '@callfolio/shared/client/clipboard.ts'
import { Button, buttonClass } from '@callfolio/shared/ui/button.tsx'
import { emailHtml } from './email-html.ts'
import { mailtoAddress } from './mailto.ts'
import type { Email } from './use-email.ts'

const SAYS = {
  'copied': 'Copied. Paste it into your email app.',
  'refused': 'The browser blocked copying. The text is selected: press Ctrl+C or ⌘C.',
  'copied because it is long':
    'This text is too long for your email app, so we copied it. Paste it into the new email.',
} as const

interface EmailActionsProps {
  email: Email
  /** Selects the text, to be copied by hand. */
  onSelect: () => void
}

/** Actions for the draft: copy or open in an email program. Nothing is sent from here. */
export function EmailActions({ email: { subject, body, moments, edited, startAgain }, onSelect }: EmailActionsProps) {
  // Tied to the text it refers to: another text has not been copied.
  const [result, setResult] = useState<{ of: string; is: keyof typeof SAYS } | null>(null)
  const said = result?.of === body ? result.is : null
  const address = mailtoAddress(subject, body)
  const copy = async (why: 'copied' | 'copied because it is long') => {
    const copied = await copyRichText({ html: emailHtml(body, moments), text: body })
    setResult({ of: body, is: copied ? why : 'refused' })
    if (!copied) onSelect()
    return copied
  }
  const openWithoutText = async () => {
    if (await copy('copied because it is long')) location.assign(mailtoAddress(subject, '') ?? 'mailto:')
  }
  const mail = (
    <>
      <Mail size={16} aria-hidden />
      Open in email app
    </>
  )
  const Icon = said === 'copied' ? Check : Copy
  return (
    <div className="grid gap-3">
      <p role="status" className="text-13 text-muted empty:hidden">
        {said !== null && SAYS[said]}
      </p>
      <div className="flex flex-wrap justify-end gap-2 max-sm:[&>*]:px-3">
        {edited && (
          <Button variant="quiet" onClick={startAgain} className="mr-auto">
            Discard edits
          </Button>
        )}
        {address === null ? (
          <Button variant="secondary" onClick={() => void openWithoutText()}>
            {mail}
          </Button>
        ) : (
          <a href={address} className={buttonClass('secondary')}>
            {mail}
          </a>
        )}
        <Button onClick={() => void copy('copied')}>
          <Icon size={16} aria-hidden />
          {said === 'copied' ? 'Copied' : 'Copy'}
        </Button>
      </div>
    </div>
  )
}
