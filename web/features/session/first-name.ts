import type { User } from '@supabase/auth-js'

/** What to call a user: the first word of full_name, else the part of the address before the @. */
export function firstNameOf(user: Pick<User, 'email' | 'user_metadata'>): string {
  const fullName: unknown = user.user_metadata['full_name']
  const [first = ''] = typeof fullName === 'string' ? fullName.trim().split(/\s+/) : []
  return first === '' ? (user.email?.split('@')[0] ?? '') : first
}
