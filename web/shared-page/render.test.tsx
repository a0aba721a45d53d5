import { describe, expect, test } from 'vitest'
import { SHARED_WITHOUT_CONTENT } from '@callfolio/shared/contract/samples.testing.ts'
import type { SharedMicrosite } from '@callfolio/shared/contract/share.ts'
import type { PageFrame, SharedPage } from '@callfolio/shared/page/shared-page.ts'
import { renderSharedPage } from './render.tsx'

const FRAME: PageFrame = {
  origin: 'https://calls.example',
  assets: { script: '/assets/page.js', styles: 'body{color:black}', font: '/assets/letters.woff2' },
  language: 'en',
}
const SEGMENTS = [
  { id: 's 1', start_ms: 0, end_ms: 4000, speaker: 'Ann', text: 'Hello there.' },
  { id: 's2', start_ms: 4000, end_ms: 9000, speaker: 'Ben', text: 'We sign in March.' },
]

const GATE: SharedPage = { state: 'gate', asks: { password: true, email: false }, problem: null, email: '' }
const OPEN = {
  state: 'open',
  expiresAt: '2026-11-28T09:00:00.000Z',
  video: null,
  isWithheld: false,
  cardUrl: '/s/token/card.png',
  preparation: null,
  version: 'v1',
} as const

const render = (
  microsite: Partial<SharedMicrosite>,
  page: Partial<Omit<Extract<SharedPage, { state: 'open' }>, 'state' | 'microsite'>> = {},
) => renderSharedPage({ ...OPEN, ...page, microsite: { ...SHARED_WITHOUT_CONTENT, ...microsite } }, FRAME)
const message = (page: SharedPage) => renderSharedPage(page, FRAME)
const headings = (html: string) => [...html.matchAll(/<h2[^>]*>([^<]*)/g)].map(([, text]) => text)
const card = (html: string) =>
  [...html.matchAll(/<meta (?:property|name)="(?:og|twitter):[^>]*>|<title>[^<]*/g)].map(([tag]) => tag)

test('carries its own styles, so that the first paint waits for no other file', () => {
  expect(message({ state: 'expired' })).toContain('<style>body{color:black}</style></head>')
})

test('shows a placeholder line while a recording is being redacted, and waits for it', () => {
  const html = render(
    { segments: SEGMENTS, quotes: [{ text: 'x', start_ms: 4000, segment_ids: ['s2'] }] },
    { isWithheld: true },
  )
  expect(html).toContain('The sender is editing the recording. It will be back shortly.')
  expect(html).toContain('data-version="v1"')
  expect(html, 'moments play once it is back').toContain('data-ms="4000"')
  const whole = render({ segments: SEGMENTS })
  expect(whole).not.toContain('is editing the recording')
  expect(whole).not.toContain('data-version')
})

describe('the shared page', () => {
  test('has the sections in order', () => {
    const item = [{ text: 'x' }]
    const html = render({
      summary: 's',
      quotes: item,
      action_points: item,
      important_points: item,
      todo_list: item,
      transcript: 't',
      segments: SEGMENTS,
    })
    expect(headings(html)).toEqual([
      'Summary',
      'Key Quotes',
      'Action Points',
      'Important Points',
      'Todo List',
      'Transcript',
      'Create Your Own Microsite',
    ])
  })

  test('leaves out empty sections, and replaces an empty title with the default', () => {
    const html = render({ title: ' ' })
    expect(headings(html)).toEqual(['Create Your Own Microsite'])
    expect(html).toMatch(/<h1[^>]*>Meeting Summary</)
  })

  test('shows progress and author while it is being prepared, and reloads without a script', () => {
    const preparation = { arriving: false, progress: 0.4, seconds_left: 240, made_by: 'Ann Rep' }
    const html = render({ title: 'Call', transcript: 'Ann: Hello' }, { preparation })
    expect(html).toContain('This page is being prepared. Estimated time left: about 4 minutes.')
    expect(html).toMatch(/Shared by .*Ann Rep/)
    expect(html).toMatch(/<progress[^>]* value="0.4"/)
    expect(html).toContain('<noscript><meta http-equiv="refresh" content="15"/></noscript>')
    expect(html).toContain('data-version="v1"')
    expect(headings(html), 'what is there already').toEqual(['Transcript', 'Create Your Own Microsite'])
    expect(card(html)).toContain('<meta property="og:title" content="Call"/>')
    expect(render({}), 'a page that is ready').not.toMatch(/refresh|data-version|being prepared/)
  })

  test('hides all names and reloads while a link waits until it is ready; stays neutral after a failure', () => {
    const waiting = message({ state: 'waiting', version: 'v1' })
    expect(waiting).toContain('This page is being prepared')
    expect(waiting).toMatch(/data-version="v1"/)
    expect(waiting).toContain('http-equiv="refresh"')
    const failed = message({ state: 'unavailable' })
    expect(failed).toContain('We couldn’t prepare it.')
    expect(failed).not.toMatch(/refresh|data-version/)
    expect(card(failed)).toEqual(card(waiting))
  })

  test('links to the sign-up form for visitors who want a page like it', () => {
    expect(render({})).toMatch(/<a href="\/auth\?sign-up"[^>]*>Get Started Free</)
  })

  test('says when the link expires, even without a script', () => {
    expect(render({})).toMatch(/Shared Link.*<time[^>]*>Until Nov 28, 2026</)
  })

  test('shows a transcript without times as it is', () => {
    expect(render({ transcript: 'Ann: Hello\nBen: Hi' })).toContain('Ann: Hello\nBen: Hi')
  })

  test('widens the time column for times of an hour or more', () => {
    const hours = SEGMENTS.map((line) => ({ ...line, start_ms: line.start_ms + 3_600_000 }))
    expect(render({ segments: SEGMENTS })).not.toContain('[--clock:')
    expect(render({ segments: hours })).toContain('[--clock:')
  })

  test('lists the chapters above the transcript, each linking to its line', () => {
    const chapters = [
      { text: 'Hello', start_ms: 0, segment_ids: ['s 1'] },
      { text: 'The start', start_ms: 4000, segment_ids: ['s2'] },
    ]
    const html = render({ segments: SEGMENTS, chapters })
    expect(html).toMatch(
      /<nav aria-label="Chapters".*<a href="#line-s2" data-lines="line-s2"[^>]*><span[^>]*>0:04<\/span> <span[^>]*>The start<.*<div data-transcript/s,
    )
    expect(render({ segments: SEGMENTS, chapters: chapters.slice(0, 1) }), 'one is no course').not.toContain('Chapters')
  })

  test('hides what its owner was asked to check', () => {
    const item = { start_ms: 4000, segment_ids: ['s2'], unproven: ['40', 'Acme'] }
    const html = render({
      segments: SEGMENTS,
      summary: 'Ben signs. They pay 40.',
      summary_evidence: [{ text: 'They pay 40.', ...item }],
      todo_list: [{ text: 'Ask Acme', ...item }],
    })
    expect(html).toContain('They pay')
    expect(html).not.toContain('Please check')
  })

  test('links a time to the lines it cites, or else to the line spoken then', () => {
    const html = render({
      segments: SEGMENTS,
      quotes: [{ text: 'We sign in March.', speaker: 'Ben', start_ms: 4000, segment_ids: ['s2', 's 1', 'gone'] }],
      todo_list: [{ text: 'Sign', start_ms: 5000 }],
    })
    expect(html).toContain('href="#line-s2" data-lines="line-s2 line-s%201"')
    expect(html).toContain('href="#line-s2" data-lines="line-s2"')
    expect(html).toMatch(/<li id="line-s%201"/)
    expect(html).toContain('— Ben')
  })

  test('plays the video from its times, even without a transcript', () => {
    const video = { src: '/s/a/video', poster: '/s/a/poster' }
    const quotes = [{ text: 'x', start_ms: 4000, segment_ids: ['s2'] }]
    expect(render({ segments: SEGMENTS, quotes }, { video })).toContain(
      'href="#line-s2" data-lines="line-s2" data-ms="4000"',
    )
    expect(render({ quotes }, { video })).toContain('href="?t=4" data-ms="4000"')
    expect(render({}, { video })).toMatch(/<video src="\/s\/a\/video" poster="\/s\/a\/poster"/)
  })

  test('gives each line its start time, so the script finds the line in the address', () => {
    expect(render({ segments: SEGMENTS })).toMatch(/<li id="line-s2" tabindex="-1" data-start="4000"/)
  })

  test('doesn’t link times when the transcript has none', () => {
    const html = render({ quotes: [{ text: 'x', start_ms: 61_000 }] })
    expect(html).toContain('1:01')
    expect(html).not.toContain('data-lines')
  })

  test('escapes user text', () => {
    const html = render({ title: '</title><script>alert(1)</script>', description: '"><img src=x onerror=alert(1)>' })
    expect(html).not.toContain('<script>')
    expect(html).not.toContain('<img src=x')
  })

  test('runs no inline script and names no other host', () => {
    const html = render({
      segments: SEGMENTS,
      branding: { accent: '#0a4f94', logo_url: 'https://calls.example/api/logos/a.png' },
    })
    expect([...html.matchAll(/<script[^>]*>/g)].map(([tag]) => tag)).toEqual([
      '<script type="module" src="/assets/page.js">',
    ])
    expect(html).toContain('src="/api/logos/a.png"')
    expect([...html.matchAll(/(?:src|href)="(https?:[^"]*)/g)]).toEqual([])
  })

  test('uses the owner’s accent color', () => {
    expect(render({ branding: { accent: '#0a4f94', logo_url: null } })).toMatch(
      /<html[^>]*style="--accent:#0a4f94;--accent-fill:light-dark\(#0a4f94/,
    )
    expect(render({})).not.toContain('--accent')
  })

  test('says that it is a draft', () => {
    expect(
      render({
        segments: SEGMENTS,
        transcript_info: { source: 'sphinx', draft: true, language: 'en', notice: 'A draft.' },
      }),
    ).toContain('Automatic transcript. May contain errors.')
  })
})

describe('the page’s fixed words', () => {
  const item = [{ text: 'Wir unterschreiben im März.', start_ms: 4000, segment_ids: ['s2'] }]
  const html = renderSharedPage(
    {
      ...OPEN,
      microsite: {
        ...SHARED_WITHOUT_CONTENT,
        title: 'Our call',
        segments: [
          ...SEGMENTS,
          { id: 's9', start_ms: 9000, end_ms: 9500, speaker: null, text: '[redacted]', redacted: true },
        ],
        quotes: item,
        todo_list: item,
        transcript_info: { source: 'sphinx', draft: true, language: 'en', notice: 'A draft.' },
      },
    },
    { ...FRAME, language: 'de' },
  )

  test('are in the reader’s language, and the call’s content is not translated', () => {
    expect(headings(html)).toEqual(['Wichtige Zitate', 'Aufgaben', 'Transkript', 'Erstellen Sie Ihre eigene Seite'])
    expect(html).toMatch(/<time[^>]*>Bis 28\.11\.2026</)
    expect(html).toContain('2 Sprecher')
    expect(html).toContain('Our call')
    expect(html, 'an engine’s own words are English').not.toContain('A draft.')
  })

  test('set the document’s language; content in another language is marked, also when nested', () => {
    expect(html).toContain('<html lang="de">')
    expect(html).toMatch(/<h1[^>]* lang="en"[^>]*>Our call/)
    expect(html).toMatch(/<div data-transcript="true" lang="en"/)
    expect(html).toMatch(/<span lang="de" class="sr-only"> im Transkript/)
    expect(html).toMatch(/<span data-said="true" lang="de" class="text-muted">\[geschwärzt\]/)
    expect(render({ title: 'Call' }), 'unknown, on a page in the usual language').not.toMatch(/<h1[^>]* lang=/)
  })

  test('exist for every state of a link', () => {
    const german = (page: SharedPage) => renderSharedPage(page, { ...FRAME, language: 'de' })
    expect(german({ state: 'expired' })).toContain('Dieser Link ist abgelaufen')
    expect(german({ state: 'gone', why: 'invalid' })).toContain('Ungültiger Link')
    expect(german({ ...GATE, problem: 'password_wrong' })).toContain('Falsches Passwort.')
  })
})

describe('the preview card of a link', () => {
  test('has title, words and a picture with absolute URLs', () => {
    const html = render({ title: 'Acme & we', summary: `Long ${'word '.repeat(100)}` })
    expect(html).toContain('<meta property="og:title" content="Acme &amp; we"/>')
    expect(html).toContain('<meta property="og:image" content="https://calls.example/s/token/card.png"/>')
    expect(/og:description" content="([^"]*)"/.exec(html)?.[1]).toMatch(/^Long .* word…$/)
    expect(render({ description: 'For you', summary: 'Other' })).toContain('og:description" content="For you"')
  })

  test('is the same neutral card for every inactive link and for a protected one', () => {
    const expired = message({ state: 'expired' })
    for (const page of [{ state: 'gone', why: 'unknown' } as const, GATE])
      expect(card(message(page))).toEqual(card(expired))
    expect(expired).toContain('<meta property="og:title" content="Callfolio"/>')
  })

  test('is kept out of search engines', () => {
    for (const html of [render({}), message({ state: 'expired' })])
      expect(html).toContain('<meta name="robots" content="noindex, nofollow"/>')
  })
})

describe('a link without a page', () => {
  test.each<[SharedPage, string, string]>([
    [{ state: 'expired' }, 'Link Expired', 'This shareable link has expired and is no longer available.'],
    [{ state: 'gone', why: 'invalid' }, 'Link Not Found', 'Invalid link'],
    [{ state: 'failed' }, 'This page can’t be shown', 'Failed to load microsite'],
    [{ state: 'preview_ended' }, 'Preview Ended', 'five minutes'],
  ])('%j says so and offers a next step', (page, title, text) => {
    const html = message(page)
    expect(html).toMatch(new RegExp(`<h1[^>]*>${title}</h1>.*${text}.*<a [^>]*href="/"[^>]*>Go to Home`, 's'))
  })
})

describe('the gate of a protected link', () => {
  const fields = (html: string) => [...html.matchAll(/<input [^>]*name="(\w+)"/g)].map(([, name]) => name)

  test('asks for the link’s requirements, in a form that needs no script', () => {
    expect(fields(message(GATE))).toEqual(['password'])
    expect(fields(message({ ...GATE, asks: { password: false, email: true } }))).toEqual(['email'])
    const both = message({ ...GATE, asks: { password: true, email: true }, email: 'ben@buyer.example' })
    expect(fields(both)).toEqual(['email', 'password'])
    expect(both).toMatch(/<form [^>]*method="post".*value="ben@buyer.example".*<button type="submit"/s)
  })

  test('shows errors inline', () => {
    expect(message({ ...GATE, problem: 'password_wrong' })).toMatch(/role="alert"[^>]*>Wrong password\. Try again\./)
    expect(message(GATE)).not.toContain('role="alert"')
  })
})
