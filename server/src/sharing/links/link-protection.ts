import { LINK_SECTIONS, type LinkSection } from '@callfolio/shared/contract/share.ts'
import type { Passwords } from '../../accounts/passwords.ts'
import type { LinkFields } from './links-repo.ts'

/** The settings of a link besides its end; absent ones stay unchanged. */
export interface LinkProtection {
  /** null: none. */
  password?: string | null | undefined
  asksEmail?: boolean | undefined
  /** null: all. */
  sections?: readonly LinkSection[] | null | undefined
  withVideo?: boolean | undefined
  /** True: nothing is shown before the page is ready. */
  whenReady?: boolean | undefined
}

/** The settings as stored: the password hashed, the sections in the page's order. */
export async function protectionFields(
  passwords: Passwords,
  { password, asksEmail, sections, withVideo, whenReady }: LinkProtection,
): Promise<LinkFields> {
  return {
    ...(password !== undefined && { passwordHash: password === null ? null : await passwords.hash(password) }),
    ...(asksEmail !== undefined && { asksEmail }),
    ...(sections !== undefined && {
      sections: sections && LINK_SECTIONS.filter((section) => sections.includes(section)),
    }),
    ...(withVideo !== undefined && { withVideo }),
    ...(whenReady !== undefined && { whenReady }),
  }
}
