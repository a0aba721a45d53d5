import { CREATE_LINK_FAILED } from '@callfolio/shared/client/create-link.ts'
import { SHARE_EXPIRY_OPTIONS } from '@callfolio/shared/page/share-expiry.ts'
import { buttonClass } from '@callfolio/shared/ui/button.ts'
import { CopiedLink } from './copied-link.tsx'
import { useShare } from './use-share.ts'

/** The six lifetimes of a link; a click on one creates and copies it. */
export function ShareChoices({ micrositeId }: { micrositeId: string }) {
  const { link, pendingDays, failed, copyState, share, copyAgain } = useShare(micrositeId)
  return (
    <div className="grid grid-cols-1 gap-3">
      <fieldset>
        <legend className="mb-2 text-13 font-medium">Copy a link that expires after</legend>
        <div className="grid grid-cols-3 gap-2">
          {SHARE_EXPIRY_OPTIONS.map(({ days, label }) => (
            <button
              key={days}
              type="button"
              disabled={pendingDays !== null}
              onClick={() => share(days)}
              className={`${buttonClass('secondary', 'sm')} px-1!`}
            >
              {pendingDays === days ? 'Creating...' : label}
            </button>
          ))}
        </div>
      </fieldset>
      {failed && (
        <p role="alert" className="text-13 text-danger">
          {CREATE_LINK_FAILED}
        </p>
      )}
      {link && <CopiedLink link={link} copyState={copyState} onCopy={copyAgain} />}
    </div>
  )
}
