import type { User } from '@supabase/auth-js'

/** A change of address that waits for mailboxes to agree. */
export interface PendingChange {
  newEmail: string
  /** The mailboxes that have not agreed yet. */
  waitsFor: string[]
}

/** @returns null while no change is on its way. The present mailbox is asked only if it was ever proved. */
export function pendingChange(user: User | null): PendingChange | null {
  if (user?.new_email === undefined) return null
  const { email, new_email: newEmail, email_confirmed_at: provedAt } = user
  const agreed = agreedOf(user)
  const asksOld = email !== undefined && email !== '' && provedAt !== undefined
  const waitsFor = [...(agreed.new ? [] : [newEmail]), ...(asksOld && !agreed.old ? [email] : [])]
  return { newEmail, waitsFor }
}

/** What the service sends besides the library's type. */
function agreedOf(user: object): { old: boolean; new: boolean } {
  const agreed = 'new_email_agreed' in user ? user.new_email_agreed : null
  const said = (side: string) =>
    typeof agreed === 'object' && agreed !== null && side in agreed && Reflect.get(agreed, side) === true
  return { old: said('old'), new: said('new') }
}
