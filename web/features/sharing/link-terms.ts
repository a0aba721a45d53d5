import { LINK_SECTIONS, type LinkSection, type ShareableLink } from '@callfolio/shared/contract/share.ts'
import { getCount, quoted } from '@callfolio/shared/format.ts'

/** A link's requirements for its visitors, and what it shows. */
export interface LinkTerms {
  hasPassword: boolean
  asksEmail: boolean
  /** In page order. */
  sections: readonly LinkSection[]
  withVideo: boolean
  /** Nothing is shown until the page is ready. */
  whenReady: boolean
}

/** The headings of the shared page. */
export const SECTION_NAMES: Record<LinkSection, string> = {
  summary: 'Summary',
  quotes: 'Key Quotes',
  action_points: 'Action Points',
  important_points: 'Important Points',
  todo_list: 'Todo List',
  transcript: 'Transcript',
}

/** Up to this many sections are listed by name, more are counted. */
const NAMED_SECTIONS = 2

/** Name of the link's target. */
export function getTitle({ microsite }: Pick<ShareableLink, 'microsite'>): string {
  return microsite.title.trim() || 'Untitled Microsite'
}

/** The terms of an existing link. */
export function getTerms(
  link: Pick<ShareableLink, 'has_password' | 'asks_email' | 'sections' | 'with_video' | 'when_ready'>,
): LinkTerms {
  return {
    hasPassword: link.has_password,
    asksEmail: link.asks_email,
    sections: link.sections ?? LINK_SECTIONS,
    withVideo: link.with_video,
    whenReady: link.when_ready,
  }
}

/** Whether these terms show every section. */
export function showsEverySection({ sections }: Pick<LinkTerms, 'sections'>): boolean {
  return sections.length === LINK_SECTIONS.length
}

/** The chosen sections in short: `Summary, Transcript` or `4 of 6 sections`. */
export function sectionsInShort(sections: readonly LinkSection[]): string {
  if (sections.length > 0 && sections.length <= NAMED_SECTIONS)
    return sections.map((section) => SECTION_NAMES[section]).join(', ')
  return `${sections.length} of ${getCount(LINK_SECTIONS.length, 'section')}`
}

/** The terms in one line: `No password · all sections · no video`. */
export function termsInShort(terms: LinkTerms): string {
  return [
    terms.hasPassword ? 'Password' : 'No password',
    ...(terms.asksEmail ? ['asks for an email address'] : []),
    showsEverySection(terms) ? 'all sections' : sectionsInShort(terms.sections),
    terms.withVideo ? 'with video' : 'no video',
    ...(terms.whenReady ? ['only when ready'] : []),
  ].join(' · ')
}

/** Who will be able to read what, in sentences. @param preparing the page is not ready yet. */
export function getAudience(
  title: string,
  { hasPassword, asksEmail, withVideo, sections, whenReady }: LinkTerms,
  preparing = false,
): string {
  const all = showsEverySection({ sections }) || sections.length === 0
  return [
    `Until the link expires, anyone with it${hasPassword ? ' and its password' : ''} can read ${quoted(title)} without an account.${asksEmail ? ' Recipients enter an email address first.' : ''}`,
    ...(all ? [] : [`The link shows only ${listed(sections.map((section) => SECTION_NAMES[section]))}.`]),
    ...(preparing ? [whenReady ? LATER : AT_ONCE] : []),
    withVideo ? 'The video is included, if there is one.' : 'The video isn’t included.',
  ].join(' ')
}

const AT_ONCE = 'The link works right away. Sections appear as they’re ready.'
const LATER = 'Until the page is ready, recipients see a “being prepared” page.'

function listed(names: readonly string[]): string {
  return new Intl.ListFormat('en', { type: 'conjunction' }).format(names)
}

/** Whether a visitor can open the link now. */
export function worksNow(
  { expires_at, revoked_at }: Pick<ShareableLink, 'expires_at' | 'revoked_at'>,
  now: Date,
): boolean {
  return revoked_at === null && new Date(expires_at) > now
}
