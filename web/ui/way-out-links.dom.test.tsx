import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { failure, type Failure } from '@callfolio/shared/failures.ts'
import { leadsOn, WayOutHint, WayOutLink } from '@callfolio/shared/ui/way-out.tsx'
import { Navigation } from './navigation.tsx'
import { WAY_OUT_LINKS } from './way-out-links.tsx'

const shown = (of: Failure) =>
  renderToStaticMarkup(
    <Navigation prepare={() => Promise.resolve()}>
      <WayOutLink failure={of} links={WAY_OUT_LINKS} className="link" />
      <WayOutHint failure={of} links={WAY_OUT_LINKS} />
    </Navigation>,
  )

test.each([
  [failure('too_long'), '<a href="/pricing" class="link">Upgrade Plan</a>'],
  [failure('incomplete_file'), '<a class="link" href="/upload">Choose another file</a>'],
  [failure('disk_full'), 'Contact your admin, then retry.'],
  [failure('processing_failed'), ''],
  [{ code: 'of_tomorrow', message: 'Odd.', retryable: false }, ''],
])('shows one action per failure, as a link or in words: %o', (of, markup) => {
  expect(shown(of)).toBe(markup)
  expect(leadsOn({ failure: of, links: WAY_OUT_LINKS })).toBe(markup.startsWith('<a '))
})
