import { useSearchParams } from '../ui/navigation.tsx'
import { Link } from '../ui/link.tsx'
import { Banner } from '@callfolio/shared/ui/banner.tsx'
import { buttonClass } from '@callfolio/shared/ui/button.tsx'
import { ConfirmLinkPanel } from '../features/session/confirm-link.tsx'
import { readConfirmLink } from '../features/session/emailed-link.ts'
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
      <Banner
        tone="danger"
        actions={
          <Link to="/auth" className={buttonClass('secondary', 'sm')}>
            Back to sign in
          </Link>
        }
      >
        Part of the link is missing. Open it from the message again, or request a new one.
      </Banner>
    </>
  )
}
