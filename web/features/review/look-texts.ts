/** What the dialog around the look is called. */
export const LOOK_TITLE = 'Look it through first'
export const LOOK_DESCRIPTION = 'Nobody has looked at this page yet. Keep, edit or remove what others will read first.'
