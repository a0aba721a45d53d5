import { buttonClass } from '../ui/button.ts'
import { MessagePage } from '../ui/message-page.tsx'
import { PageTitle } from '../ui/page-title.tsx'

/** What is left when a screen breaks. */
export function ErrorScreen() {
  return (
    <MessagePage title="Something broke on this page" text="Your recordings and microsites are safe on the server. Loading the page again usually helps.">
      <PageTitle>Error</PageTitle>
      <button type="button" onClick={() => location.reload()} className={buttonClass()}>
        Reload
      </button>
    </MessagePage>
  )
}
