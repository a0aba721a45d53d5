import { useSearchParams } from '../ui/navigation.tsx'
import { ConfirmLinkPanel } from '../features/session/confirm-link.tsx'
import { readConfirmLink } from '../features/session/emailed-link.ts'
import { SignInBanner } from '../features/session/sign-in-banner.tsx'
import { NarrowPage } from '../ui/narrow-page.tsx'
import { PageTitle } from '../ui/page-title.tsx'

/** /auth/confirm: target of links in emails. */
export function ConfirmScreen() {
  const [search] = useSearchParams()
  const link = readConfirmLink(search)
  return (
    <NarrowPage>
      <PageTitle>Confirm</PageTitle>
      {link ? <ConfirmLinkPanel link={link} /> : <BrokenLink />}
    </NarrowPage>
  )
}

function BrokenLink() {
  return (
    <>
      <h1 className="mb-6 text-28 font-semibold tracking-tight">This link is incomplete</h1>
      <SignInBanner>Part of the link is missing. Open it from the message again, or request a new one.</SignInBanner>
    </>
  )
}
