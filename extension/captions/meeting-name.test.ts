import { describe, expect, test } from 'vitest'
import { meetingName } from './meeting-name.ts'

const MEET = 'https://meet.google.com/abc-defg-hij'
const TEAMS = 'https://teams.microsoft.com/v2/'
const ZOOM = 'https://acme.zoom.us/wc/123456789/join'

describe('a meeting’s name', () => {
  test.each([
    ['Meet – Weekly sync', MEET, 'Weekly sync'],
    ['Meet - Acme & Brightwater - pricing', MEET, 'Acme & Brightwater - pricing'],
    ['Weekly sync - Google Meet', MEET, 'Weekly sync'],
    ['(3) Weekly sync | Microsoft Teams', TEAMS, 'Weekly sync'],
    ['Chat | Weekly sync | Microsoft Teams', TEAMS, 'Weekly sync'],
    ['Weekly sync | Microsoft Teams', 'https://teams.live.com/v2/', 'Weekly sync'],
    ['Weekly sync | Microsoft Teams', 'https://teams.cloud.microsoft/', 'Weekly sync'],
    ['Weekly sync - Zoom', ZOOM, 'Weekly sync'],
    ['Zoom - Demo für Müller', ZOOM, 'Demo für Müller'],
    ['Weekly   sync', ZOOM, 'Weekly sync'],
  ])('is extracted from the tab’s title: %s', (title, url, name) => {
    expect(meetingName({ title, url })).toBe(name)
  })

  test.each([
    ['Meet', MEET],
    ['Google Meet', MEET],
    ['Meet - abc-defg-hij', MEET],
    ['(1) Meet – abc-defg-hij', MEET],
    ['Microsoft Teams', TEAMS],
    ['(3) Microsoft Teams', TEAMS],
    ['Chat | Microsoft Teams', TEAMS],
    ['Calendar | Microsoft Teams', TEAMS],
    ['Microsoft Teams meeting | Microsoft Teams', TEAMS],
    ['Zoom Meeting', ZOOM],
    ['Zoom', ZOOM],
    ['Launch Meeting - Zoom', ZOOM],
    ["Ann Lee's Personal Meeting Room - Zoom", ZOOM],
    ['Ann Lee’s Zoom Meeting', ZOOM],
    ['123 4567 8901 - Zoom', ZOOM],
    ['', MEET],
  ])('is not what a site shows in its place: %s', (title, url) => {
    expect(meetingName({ title, url })).toBeNull()
  })

  test('is missing on another site, which may show anything', () => {
    expect(meetingName({ title: 'Inbox (12) - ann@acme.example', url: 'https://mail.example/' })).toBeNull()
    expect(meetingName({ title: 'Weekly sync - Zoom', url: 'https://zoom.us.example/' })).toBeNull()
    expect(meetingName({ title: 'Meet - Weekly sync', url: 'https://blog.example/meet.google.com/' })).toBeNull()
  })

  test('is recognized by its site’s words when the URL is unknown', () => {
    expect(meetingName({ title: 'Weekly sync | Microsoft Teams', url: '' })).toBe('Weekly sync')
    expect(meetingName({ title: 'Weekly sync', url: '' })).toBeNull()
  })

  test('has a length that the server accepts', () => {
    expect(meetingName({ title: `Meet - ${'a'.repeat(9000)}`, url: MEET })).toHaveLength(300)
  })
})
