import type { User } from '@supabase/auth-js'

/** An email change awaiting confirmation. */
export interface PendingChange {
  newEmail: string
  /** The mailboxes that have not confirmed yet. */
  waitsFor: string[]
}

/** @returns null when no change is pending. The current mailbox must confirm only if it was ever verified. */
export function pendingChange(user: User | null): PendingChange | null {
  if (user?.new_email === undefined) return null
  const { email, new_email: newEmail, email_confirmed_at: provedAt } = user
  const agreed = getAgreed(user)
  const asksOld = email !== undefined && email !== '' && provedAt !== undefined
  const waitsFor = [...(agreed.new ? [] : [newEmail]), ...(asksOld && !agreed.old ? [email] : [])]
  return { newEmail, waitsFor }
}

/** Fields the service sends that the library's type omits. */
function getAgreed(user: object): { old: boolean; new: boolean } {
  const agreed = 'new_email_agreed' in user ? user.new_email_agreed : null
  const said = (side: string) =>
    typeof agreed === 'object' && agreed !== null && side in agreed && Reflect.get(agreed, side) === true
  return { old: said('old'), new: said('new') }
}
