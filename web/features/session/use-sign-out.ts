import { useNavigate } from 'react-router'
import { useServices } from '../../lib/services.tsx'

/** Signs this browser out and leaves for the landing page. Scope local: other devices and their uploads go on. */
export function useSignOut(): () => Promise<void> {
  const { auth } = useServices()
  const navigate = useNavigate()
  return async () => {
    await auth.signOut({ scope: 'local' })
    await navigate('/')
  }
}
