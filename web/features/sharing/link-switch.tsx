import type { ShareableLink } from '@callfolio/shared/contract/share.ts'
import { buttonClass } from '@callfolio/shared/ui/button.ts'
import { useSwitchLink } from './use-switch-link.ts'

/** Stops a link, or gives a stopped one back. */
export function LinkSwitch({ link, onDone }: { link: ShareableLink; onDone: () => void }) {
  const { mutate: turn } = useSwitchLink()
  const stopped = link.revoked_at !== null
  return (
    <section
      aria-label={stopped ? 'Share again' : 'Stop sharing'}
      className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3 border-t border-line pt-5"
    >
      <p className="min-w-0 flex-1 basis-52 text-13 text-muted">
        {stopped
          ? 'This link is stopped. Sharing it again gives it back with its address, its terms and its views.'
          : 'Nobody can open the link from then on. What somebody has already read can’t be taken back. You can share it again later.'}
      </p>
      <button
        type="button"
        onClick={() => {
          turn({ link, revoked: !stopped })
          onDone()
        }}
        className={`${buttonClass('secondary')} ${stopped ? '' : 'text-danger!'}`}
      >
        {stopped ? 'Share again' : 'Stop sharing'}
      </button>
    </section>
  )
}
