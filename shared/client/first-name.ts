import type { User } from '@supabase/auth-js'

/** full_name as entered at sign-up; empty if there is none. */
export function getFullName(user: Pick<User, 'user_metadata'>): string {
  const fullName: unknown = user.user_metadata['full_name']
  return typeof fullName === 'string' ? fullName.trim() : ''
}

/** A user's short name: the first word of full_name, else the part of the email address before the @. */
export function getFirstName(user: Pick<User, 'email' | 'user_metadata'>): string {
  const [first = ''] = getFullName(user).split(/\s+/)
  return first === '' ? (user.email?.split('@')[0] ?? '') : first
}
