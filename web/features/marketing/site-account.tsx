import { Link } from 'react-router'
import { buttonClass } from '@callfolio/shared/ui/button.ts'
import { SIGN_UP_PATH } from '../../lib/auth-paths.ts'
import { useSignOut } from '../session/use-sign-out.ts'
import { useVisitor } from '../plan/use-visitor.ts'

/** The way in for a visitor, the way on and out for who is signed in. Keeps its place while that is not known. */
export function SiteAccount({ size }: { size: 'md' | 'sm' }) {
  const { status, user } = useVisitor()
  const waiting = status === 'loading'
  if (status === 'signed_out') {
    return (
      <Link to={SIGN_UP_PATH} className={buttonClass('primary', size)}>
        Get Started
      </Link>
    )
  }
  return (
    <>
      <Link to="/dashboard" className={`${buttonClass('secondary', size)} ${waiting ? 'invisible' : ''}`}>
        Dashboard
      </Link>
      {user !== null && <SignOutButton size={size} />}
    </>
  )
}

function SignOutButton({ size }: { size: 'md' | 'sm' }) {
  const signOut = useSignOut()
  return (
    <button type="button" onClick={() => void signOut()} className={buttonClass('quiet', size)}>
      Sign Out
    </button>
  )
}
