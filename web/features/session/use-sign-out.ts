import { useNavigate } from '../../ui/navigation.tsx'
import { useServices } from '../../lib/services.tsx'

/** Signs this browser out and opens the landing page. Scope local: other devices and their uploads continue. */
export function useSignOut(): () => Promise<void> {
  const { auth } = useServices()
  const navigate = useNavigate()
  return async () => {
    await auth.signOut({ scope: 'local' })
    navigate('/')
  }
}
