import {
  LINK_PASSWORD,
  LINK_SECTIONS,
  type CreateLink,
  type LinkChange,
  type LinkSection,
  type ShareableLink,
} from '@callfolio/shared/contract/share.ts'
import type { ShareExpiryDays } from '@callfolio/shared/page/share-expiry.ts'
import { showsEverySection, type LinkTerms } from './link-terms.ts'

/** A link as edited in its form. */
export interface LinkDraft {
  label: string
  /** The link's current password stays; the server doesn't know it in plain text. */
  keepsPassword: boolean
  /** Empty means none. */
  password: string
  asksEmail: boolean
  /** In page order. */
  sections: readonly LinkSection[]
  withVideo: boolean
  /** Nothing is shown until the page is ready. */
  whenReady: boolean
}

/** For the controls of a draft. */
export interface LinkDraftProps {
  draft: LinkDraft
  onChange: (draft: LinkDraft) => void
}

/** A link without requirements that shows everything but the video. */
export const OPEN_LINK: LinkDraft = {
  label: '',
  keepsPassword: false,
  password: '',
  asksEmail: false,
  sections: LINK_SECTIONS,
  withVideo: false,
  whenReady: false,
}

/** The form of an existing link. */
export function getDraft(link: ShareableLink): LinkDraft {
  return {
    label: link.label ?? '',
    keepsPassword: link.has_password,
    password: '',
    asksEmail: link.asks_email,
    sections: link.sections ?? LINK_SECTIONS,
    withVideo: link.with_video,
    whenReady: link.when_ready,
  }
}

/** The terms that a draft would give its link. */
export function draftTerms({
  keepsPassword,
  password,
  asksEmail,
  sections,
  withVideo,
  whenReady,
}: LinkDraft): LinkTerms {
  return { hasPassword: keepsPassword || password !== '', asksEmail, sections, withVideo, whenReady }
}

/** Adds or removes a section, keeping the page's order. */
export function withSection(draft: LinkDraft, section: LinkSection, shown: boolean): LinkDraft {
  return {
    ...draft,
    sections: LINK_SECTIONS.filter((other) => (other === section ? shown : draft.sections.includes(other))),
  }
}

/** Why a draft can't become a link; null: it can. */
export function getProblem({ password, sections }: LinkDraft): string | null {
  if (password !== '' && password.length < LINK_PASSWORD.minLength)
    return `Use at least ${LINK_PASSWORD.minLength} characters.`
  if (sections.length === 0) return 'Choose at least one section.'
  return null
}

type LinkFields = Required<
  Pick<CreateLink, 'label' | 'password' | 'asks_email' | 'sections' | 'with_video' | 'when_ready'>
>

/** The request for a new link, without microsite and expiry. */
export function linkFields(draft: LinkDraft): LinkFields {
  return {
    label: draft.label.trim() || null,
    password: draft.password || null,
    asks_email: draft.asksEmail,
    sections: showsEverySection(draft) ? null : [...draft.sections],
    with_video: draft.withVideo,
    when_ready: draft.whenReady,
  }
}

/** The fields that the form changes; null: none. `days`: new lifetime from now, null keeps its expiry. */
export function getChange(link: ShareableLink, draft: LinkDraft, days: ShareExpiryDays | null): LinkChange | null {
  const { password, ...fields } = linkFields(draft)
  const before = linkFields(getDraft(link))
  const change: LinkChange = {
    ...(days !== null && { expires_in_days: days }),
    ...(fields.label !== before.label && { label: fields.label }),
    ...(fields.asks_email !== before.asks_email && { asks_email: fields.asks_email }),
    ...(String(fields.sections) !== String(before.sections) && { sections: fields.sections }),
    ...(fields.with_video !== before.with_video && { with_video: fields.with_video }),
    ...(fields.when_ready !== before.when_ready && { when_ready: fields.when_ready }),
    ...(!draft.keepsPassword && (password !== null || link.has_password) && { password }),
  }
  return Object.keys(change).length === 0 ? null : change
}

/** Crockford's 32 characters: none look alike, and 32 divides a byte's 256 values evenly. */
const SIGNS = '0123456789abcdefghjkmnpqrstvwxyz'
const GROUPS = 3
const GROUP_LENGTH = 4

/**
 * A password of 60 random bits that is easy to read out on the phone: `7k3m-q9xz-4tpd`.
 * @param random fills the bytes; the default also works on plain http, unlike `crypto.randomUUID` and
 * `crypto.subtle`.
 */
export function newPassword(
  random: (bytes: Uint8Array<ArrayBuffer>) => Uint8Array = (bytes) => crypto.getRandomValues(bytes),
): string {
  const signs = Array.from(random(new Uint8Array(GROUPS * GROUP_LENGTH)), (byte) => SIGNS.charAt(byte % SIGNS.length))
  return Array.from({ length: GROUPS }, (_, group) =>
    signs.slice(group * GROUP_LENGTH, (group + 1) * GROUP_LENGTH).join(''),
  ).join('-')
}
