import type { CaptionMarks } from '../contract/captions.ts'

/**
 * The marks of the meeting sites' captions and of the names of the people in a call. The extension carries them, and the server hands them out for extensions
 * that are older. Raise the version with every change.
 */
export const CAPTION_MARKS: CaptionMarks = {
  version: '2026-11-28',
  // Its label is translated and its classes change, so neither is read. Older pages had a region that isn't focusable.
  meet: {
    regions: ['[role="region"][tabindex="0"]', '[role="region"]'],
    leaveIcon: 'call_end',
    // The name on a video tile, and a row of the open people list, whose label is the name.
    names: '[data-participant-id] span.notranslate, [role="listitem"][data-participant-id][aria-label]',
  },
  /*
   * Zoom's captions over the video show a speaker's picture or initials, without a name. The transcript beside it,
   * which hosts can turn off, has names, once above all rows of a speaker, and renders only the rows in view.
   */
  zoom: {
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
    // On a video tile without and with a picture, and in the open people list.
    names: '.video-avatar__avatar-name, .video-avatar__avatar-footer, .participants-item__display-name',
    pictures: '.video-avatar__avatar-img',
  },
  // The same marks for hosts and guests, whose rows are nested differently. Its chat has authors too.
  teams: {
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
    /*
     * The name tag of a video tile (others' only), and the name in the open people list, whose rows begin with one of
     * two words. Rows of people who were only invited begin with another.
     */
    names:
      '[data-tid="participant-info-nametag"], [data-tid^="participantsInCall-"] [id^="roster-avatar-img-"], [data-tid^="attendeesInMeeting-"] [id^="roster-avatar-img-"]',
  },
}
