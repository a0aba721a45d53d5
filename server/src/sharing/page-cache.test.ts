import { expect, test } from 'vitest'
import { SHARED_WITHOUT_CONTENT } from '@callfolio/shared/contract/samples.testing.ts'
import type { PageFrame, RenderSharedPage, SharedPage } from '@callfolio/shared/shared-page.ts'
import { rememberPages } from './page-cache.ts'

type OpenPage = Extract<SharedPage, { state: 'open' }>
const FRAME: PageFrame = {
  origin: 'https://calls.example',
  now: new Date('2026-11-21T10:00:10Z'),
  assets: { script: '/a.js', styles: [], font: null },
}
const PAGE: OpenPage = {
  state: 'open',
  expiresAt: '2026-11-28T09:00:00.000Z',
  viewTicket: 'first',
  video: null,
  startMs: null,
  cardUrl: null,
  preparation: null,
  version: 'v1',
  microsite: SHARED_WITHOUT_CONTENT,
}

function counted() {
  let written = 0
  const render: RenderSharedPage = (page) =>
    `${++written} ${'microsite' in page ? page.microsite.title : page.state} ${'viewTicket' in page ? page.viewTicket : ''}`
  return { show: rememberPages(render), written: () => written }
}

test('a page that says the same is written once, and each time has its own ticket', () => {
  const { show, written } = counted()
  expect(show(PAGE, FRAME)).toBe('1 Call first')
  expect(show({ ...PAGE, viewTicket: '$& second' }, FRAME)).toBe('1 Call $& second')
  expect(written()).toBe(1)
})

test.each<[what: string, page: Partial<OpenPage>, frame: Partial<PageFrame>]>([
  ['content', { microsite: { ...PAGE.microsite, title: 'Edited' } }, {}],
  ['end', { expiresAt: '2026-12-28T09:00:00.000Z' }, {}],
  ['moment', { startMs: 4000 }, {}],
  ['address', {}, { origin: 'http://nas' }],
  ['minute', {}, { now: new Date('2026-11-21T10:01:00Z') }],
])('another %s is another document', (_what, page, frame) => {
  const { show, written } = counted()
  show(PAGE, FRAME)
  show({ ...PAGE, ...page }, { ...FRAME, ...frame })
  expect(written()).toBe(2)
})

test('pages that count no view are written anew', () => {
  const { show, written } = counted()
  for (let times = 0; times < 2; times++) show({ state: 'expired' }, FRAME)
  expect(written()).toBe(2)
})
