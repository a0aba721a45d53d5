import { Banner } from '@callfolio/shared/ui/banner.tsx'
import { buttonClass } from '@callfolio/shared/ui/button.ts'
import { useNewerVersion } from './use-newer-version.ts'

/** Tells, at the edge of the page, that a part of it could not be fetched; the page and what was typed on it stay. */
export function MissingPart() {
  const version = useNewerVersion()
  if (version === null || version === 'reloading') return null
  return (
    <div className="fixed inset-x-4 bottom-4 z-50 mx-auto max-w-[36rem] rounded bg-paper shadow-menu">
      <Banner
        tone="danger"
        actions={
          <button type="button" onClick={() => location.reload()} className={buttonClass('secondary', 'sm')}>
            Reload
          </button>
        }
      >
        {version === 'newer'
          ? 'A new version is there. Save what you have begun, then reload.'
          : 'This part of the page could not be loaded. Reload the page to try again.'}
      </Banner>
    </div>
  )
}
