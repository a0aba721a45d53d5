import { NarrowPage } from '../ui/narrow-page.tsx'
import { PageTitle } from '../ui/page-title.tsx'
import { ProviderReturn } from '../features/session/provider-return.tsx'

/** /auth/return: return path of a sign-in with another service. */
export function ProviderReturnScreen() {
  return (
    <NarrowPage>
      <PageTitle>Sign in</PageTitle>
      <ProviderReturn />
    </NarrowPage>
  )
}
