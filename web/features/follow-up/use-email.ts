import { useState } from 'react'
import { getFullName } from '@callfolio/shared/client/first-name.ts'
import type { Microsite } from '@callfolio/shared/contract/microsite.ts'
import { formatClock } from '@callfolio/shared/format.ts'
import { getSharedOutline } from '@callfolio/shared/page/microsite-outline.ts'
import { momentAddress } from '../../lib/moment-address.ts'
import { useAuth } from '../session/auth-provider.tsx'
import { draftEmail, getText, type EmailDraft } from './draft-email.ts'
import type { ChosenLink } from './open-links.ts'
import { readKnownPeople, rememberPeople } from './known-people.ts'
import { namedSpeakers, otherSide, writerAmong } from './recipients.ts'
import { reviseEmail } from './revise-email.ts'

interface Choices {
  /** The speaker who writes; null: unknown. */
  me: string | null
  recipients: readonly string[]
  withQuotes: boolean
  link: ChosenLink | null
}

/** The email being written. */
export interface Email extends Choices {
  speakers: readonly string[]
  /** The writer could not be matched to a speaker and can be chosen. */
  asksForMe: boolean
  subject: string
  body: string
  leftOut: number
  edited: boolean
  /** Links of the times in the text, by time; empty without a link. */
  moments: ReadonlyMap<string, string>
  choose: (choice: Partial<Choices>) => void
  write: (words: { subject?: string; body?: string }) => void
  /** Discards manual edits. */
  startAgain: () => void
}

/** Drafts a microsite's follow-up and keeps choices and manual edits. */
export function useEmail(microsite: Microsite): Email {
  const { user } = useAuth()
  const writer = user === null ? '' : getFullName(user)
  const speakers = namedSpeakers(microsite.segments)
  const [found] = useState(() => writerAmong(speakers, writer, readKnownPeople()))
  const [choices, setChoices] = useState<Choices>(() => ({
    me: found,
    recipients: otherSide(speakers, found, readKnownPeople()),
    withQuotes: false,
    link: null,
  }))
  const [subject, setSubject] = useState<string | null>(null)
  const [written, setWritten] = useState<{ body: string; of: EmailDraft } | null>(null)
  const draft = draftEmail({
    ...choices,
    title: microsite.title,
    outline: getSharedOutline(microsite),
    writer,
    english: microsite.transcript_info?.language?.startsWith('en') ?? true,
  })
  return {
    ...choices,
    speakers,
    asksForMe: found === null && speakers.length > 0,
    subject: subject ?? draft.subject,
    // Merges in choices and page changes made since the text was written.
    body: written === null ? getText(draft) : reviseEmail(written.body, written.of, draft),
    leftOut: draft.leftOut,
    edited: subject !== null || written !== null,
    moments: choices.link === null ? new Map() : getTimestamps(draft, choices.link.url),
    choose(choice) {
      const made = { ...choices, ...choice }
      if (choice.me !== undefined) made.recipients = otherSide(speakers, choice.me, readKnownPeople())
      setChoices(made)
      if (choice.me === undefined && choice.recipients === undefined) return
      const colleagues = speakers.filter((name) => name !== made.me && !made.recipients.includes(name))
      rememberPeople(speakers, made.me, made.me === null ? [] : colleagues)
    },
    write(words) {
      if (words.subject !== undefined) setSubject(words.subject)
      if (words.body !== undefined) setWritten({ body: words.body, of: draft })
    },
    startAgain() {
      setSubject(null)
      setWritten(null)
    },
  }
}

function getTimestamps({ moments }: EmailDraft, page: string): Map<string, string> {
  return new Map(moments.map(({ startMs }) => [formatClock(startMs), momentAddress(page, startMs)]))
}
