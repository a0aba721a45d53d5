import { Window } from 'happy-dom'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { CaptionMarks } from '@callfolio/shared/contract/captions.ts'
import { CAPTION_MARKS } from '@callfolio/shared/extension/caption-marks.ts'
import { readerFor } from './readers.ts'
import { personName } from './speaker-names.ts'

const MEET = 'https://meet.google.com/abc-defg-hij'
const ZOOM = 'https://app.zoom.us/wc/123456789/join'
const TEAMS = 'https://teams.microsoft.com/v2/'

const page = new Window()
beforeEach(() => {
  vi.stubGlobal('Element', page.Element)
  vi.stubGlobal('NodeFilter', page.NodeFilter)
  vi.stubGlobal('Text', page.Text)
})
afterEach(() => vi.unstubAllGlobals())

/** The people that the reader of a site finds in a page. */
function peopleIn(url: string, html: string, marks: CaptionMarks = CAPTION_MARKS) {
  page.document.body.innerHTML = html
  return readerFor(url, marks)?.findPeople(page.document as unknown as Document)
}

const tile = (name: string) =>
  `<div data-participant-id="spaces/a/devices/1"><i class="google-symbols notranslate">mic_off</i><div><span class="notranslate">${name}</span></div></div>`
const row = (name: string) =>
  `<div role="listitem" data-participant-id="spaces/a/devices/1" aria-label="${name}"><img alt="" /><span>${name}</span><span>(You)</span><div>Meeting host</div></div>`
const MEET_PAGE = `
  <main>${tile('Dana Whitfield')}${tile('You')}${tile('Leo Brandt (Presentation)')}</main>
  <aside><input type="text" aria-label="Search for people" /><div role="list">${row('Ann Weber')}${row('Dana Whitfield')}</div></aside>
  <aside><div data-message-id="m1"><div data-participant-id="spaces/a/devices/9"><span class="notranslate">Chat Author</span></div><div>See you, Mia Wrong</div></div></aside>
  <div role="region" tabindex="0"><div><div><img alt="" /><span class="notranslate">Ben Okafor</span></div><div>I asked Ida Said.</div></div></div>`

const ZOOM_PAGE = `
  <div class="speaker-active-container__video-frame"><div class="video-avatar__avatar">
    <div class="video-avatar__avatar-name">Dana Whitfield</div>
    <div class="video-avatar__avatar-footer"><span>Dana Whitfield</span></div></div></div>
  <div class="video-avatar__avatar"><div class="video-avatar__avatar-footer"><span>Connecting to audio ...</span></div></div>
  <ul class="participants-ul"><li class="participants-li"><span class="participants-item__name-section">
    <span class="participants-item__display-name">Ann Weber</span><span class="participants-item__name-label">(Host, me)</span></span></li></ul>
  <div class="chat-item-container"><span class="chat-item__sender">Chat Author</span></div>
  <div class="new-lt-list-container"><span class="lt-full-transcript__display-name">Ben Okafor</span>
    <div class="lt-full-transcript__avatar">BO</div><div class="lt-full-transcript__message">I asked Ida Said.</div></div>`

const TEAMS_PAGE = `
  <div role="menuitem" data-cid="calling-participant-stream" data-tid="Dana Whitfield" aria-label="Dana Whitfield External, video is on">
    <div data-tid="participant-info-nametag"><span>Dana Whitfield (Guest)</span></div></div>
  <div role="tree"><div data-tid="participantsInCall-Ann Weber" aria-label="Ann Weber, Organizer, Muted"><span id="roster-avatar-img-8:orgid:1">Ann Weber</span></div>
    <div data-tid="participantsFromThread-Ina Invited"><span id="roster-avatar-img-8:orgid:2">Ina Invited</span></div></div>
  <div data-tid="chat-pane-item" class="fui-ChatMessage"><span data-tid="author">Chat Author</span></div>
  <div data-tid="closed-caption-renderer-wrapper"><span data-tid="author">Ben Okafor</span><span data-tid="closed-caption-text">I asked Ida Said.</span></div>`

test('finds the people on tiles and in the open list, never an author of the chat or words of captions', () => {
  expect(peopleIn(MEET, MEET_PAGE)).toEqual(['Dana Whitfield', 'Leo Brandt', 'Ann Weber'])
  expect(peopleIn(ZOOM, ZOOM_PAGE)).toEqual(['Dana Whitfield', 'Ann Weber'])
  expect(peopleIn(TEAMS, TEAMS_PAGE)).toEqual(['Dana Whitfield', 'Ann Weber'])
})

test('finds no one on a page without recognizable names', () => {
  for (const url of [MEET, ZOOM, TEAMS])
    expect(peopleIn(url, '<main><h1>Ready to join?</h1><p>Dana Whitfield is here</p></main>')).toEqual([])
})

describe('marks that a server sent', () => {
  const served = (names: string): CaptionMarks => ({
    ...CAPTION_MARKS,
    meet: { ...CAPTION_MARKS.meet, names },
    zoom: { ...CAPTION_MARKS.zoom, names },
    teams: { ...CAPTION_MARKS.teams, names },
  })

  test('move names to another element that is named after participants', () => {
    const html = '<div class="new-participant-label">Dana Whitfield</div>'
    for (const url of [MEET, ZOOM, TEAMS])
      expect(peopleIn(url, html, served('.new-participant-label'))).toEqual(['Dana Whitfield'])
  })

  test.each([
    ['an element that is named after something else', '.agenda-item'],
    ['any element', 'span, div'],
    ['the chat’s authors', '.chat-item__sender, [data-message-id], [data-tid="author"]'],
    ['what is in the chat, whatever it is called', '.participant-note'],
    [
      'words of captions',
      '.lt-full-transcript__avatar, .lt-full-transcript__message, [data-tid="closed-caption-text"]',
    ],
    ['a place by what is around it', 'main .participant-note'],
    ['another site’s names', '[data-participant-id] span.notranslate'],
  ])('can’t read %s as names', (_, names) => {
    const others = `<p class="agenda-item">Pricing</p>${tile('Leo Brandt')}
      <div class="chat-container"><p class="participant-note">Said in the chat</p></div>`
    for (const [url, page] of [
      [ZOOM, `<main>${ZOOM_PAGE}${others}</main>`],
      [TEAMS, `<main>${TEAMS_PAGE}${others}</main>`],
    ] as const)
      expect(peopleIn(url, page, served(names))).toEqual([])
  })
})

test.each([
  ['Dana Whitfield', 'Dana Whitfield'],
  ['  Dana\n Whitfield (You) ', 'Dana Whitfield'],
  ['Ann Weber (Host, me)', 'Ann Weber'],
  ['Ann Weber (she/her) (Co-host)', 'Ann Weber'],
  ['Ann Weber (Gastgeberin, ich)', 'Ann Weber'],
  ['Ann Weber (vous)', 'Ann Weber'],
  ['Ann Weber (Anfitriona, yo)', 'Ann Weber'],
  ['田中 花子（自分）', '田中 花子'],
  ['田中 花子 (ホスト、自分)', '田中 花子'],
  ['Leo Brandt (Acme)', 'Leo Brandt (Acme)'],
  ['You', null],
  ['あなた', null],
  ['+49 30 555 0100', null],
  ['mic_off', null],
  ['Connecting…', null],
  ['n'.repeat(101), null],
])('%j is the name %j', (shown, name) => {
  expect(personName(shown)).toBe(name)
})
