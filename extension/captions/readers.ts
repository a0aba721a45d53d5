import type { CaptionSiteId } from '../messaging/captions-protocol.ts'
import type { CaptionAdapter } from './caption-adapter.ts'
import { createMarkedReader, type CaptionMarks } from './marked-captions.ts'
import { MEET } from './meet.ts'

/*
 * Zoom's captions over the video show a speaker's picture or initials, without a name. The transcript beside it, which
 * hosts can turn off, has names, once above all rows of a speaker, and renders only the rows in view.
 */
const ZOOM: CaptionMarks = {
  site: 'zoom',
  areas: [
    {
      region: '.new-lt-list-container, #full-transcription',
      speaker: '.lt-full-transcript__display-name',
      text: '.lt-full-transcript__message',
      list: { time: '.lt-full-transcript__time' },
    },
    {
      region: '.live-transcription-subtitle__box',
      speaker: '.zmu-data-selector-item__icon',
      text: '.live-transcription-subtitle__item',
    },
  ],
  leave: '.footer__leave-btn-container',
  names: '.video-avatar__avatar-name, .video-avatar__avatar-footer, .participants-item__display-name',
  pictures: '.video-avatar__avatar-img',
}

/* The same marks for hosts and guests, whose rows are nested differently. Its chat has authors too. */
const TEAMS: CaptionMarks = {
  site: 'teams',
  areas: [
    {
      region:
        '[data-tid="closed-caption-renderer-wrapper"], [data-tid="closed-caption-v2-window-wrapper"], [data-tid="closed-captions-renderer"]',
      speaker: '[data-tid="author"]',
      text: '[data-tid="closed-caption-text"]',
      list: {},
    },
  ],
  leave: '[data-tid="hangup-main-btn"], #hangup-button',
}

/** The reader of a site's captions. */
export function createReader(site: CaptionSiteId): CaptionAdapter {
  if (site === 'meet') return MEET
  return createMarkedReader(site === 'zoom' ? ZOOM : TEAMS)
}
