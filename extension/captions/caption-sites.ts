/** Google Meet's script and where it runs. A further site is a further entry, adapter and content script. */
export const MEET_SCRIPT = {
  id: 'meet-captions',
  origins: ['https://meet.google.com/*'],
  file: 'content-scripts/meet-captions.js',
}
