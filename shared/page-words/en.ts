/** The fixed words of shared pages. `{n}`, `{day}` … are filled in; what is counted has a form for each plural of the language (Unicode CLDR). */
export const EN = {
  usualTitle: 'Meeting Summary',
  sharedLink: 'Shared Link',
  unnamedLink: 'Shared link',
  aboutLink: 'About this link',
  until: 'Until {day}',
  timeLeft: {
    expired: 'Expired',
    underAnHour: 'Less than 1 hour left',
    hours: { one: '{n} hour left', other: '{n} hours left' },
    days: { one: '{n} day left', other: '{n} days left' },
  },
  preview: 'Preview',
  previewNote: 'What a recipient of your link sees',
  logo: 'Logo',
  speakers: { one: '{n} speaker', other: '{n} speakers' },
  removed: {
    recording: 'Recording removed on {day}',
    transcript: 'Transcript removed on {day}',
  },
  consent: {
    told: 'Everyone was told of the recording',
    agreed: 'Everyone agreed to be recorded',
    stated: '{statement} (stated on {day})',
    statedBy: '{statement} (stated by {by} on {day})',
  },
  sections: {
    summary: 'Summary',
    quotes: 'Key Quotes',
    action_points: 'Action Points',
    important_points: 'Important Points',
    todo_list: 'Todo List',
    transcript: 'Transcript',
  },
  chapters: 'Chapters',
  transcriptText: 'Transcript text',
  redacted: '[redacted]',
  inTranscript: 'in the transcript',
  inVideo: 'in the video',
  recording: 'Recording',
  withheld: 'The recording is being edited by its owner and will be back shortly.',
  draftNotice: 'Automatic transcript. May contain errors.',
  sharedBy: 'Shared by',
  preparingPage: 'Preparing the page',
  sectionsCome: 'Its sections appear here as they come.',
  preparation: {
    arriving: 'This page is being prepared. Its recording is still on the way.',
    preparing: 'This page is being prepared.',
    timeLeft: 'This page is being prepared, {estimate} left.',
  },
  estimate: {
    underAMinute: 'less than a minute',
    aMinute: 'about a minute',
    someMinutes: '2-3 minutes',
    minutes: { other: 'about {n} minutes' },
    hours: { other: 'about {n} hours' },
  },
  arrivals: { added: '{sections} added.', ready: 'The page is ready.' },
  callToAction: {
    title: 'Create Your Own Microsite',
    text: 'Turn a recorded call into a page like this one, with every point leading to the moment it was said.',
    start: 'Get Started Free',
    more: 'Learn More',
  },
  home: 'Go to Home',
  gone: {
    title: 'Link Not Found',
    unknown: 'Link expired or not found',
    invalid: 'Invalid link',
  },
  expired: { title: 'Link Expired', text: 'This shareable link has expired and is no longer available.' },
  waiting: {
    title: 'This page is being prepared',
    text: 'It opens here by itself once it is ready. You can leave it open.',
  },
  unavailable: {
    title: 'This page isn’t available',
    text: 'It could not be prepared. Whoever sent you the link knows, and the link works once the page is there.',
  },
  previewEnded: {
    title: 'Preview Ended',
    text: 'A preview is open for five minutes. Choose View on the microsite to see it again.',
  },
  failed: { title: 'This page can’t be shown', text: 'Failed to load microsite' },
  gate: {
    title: 'Protected link',
    both: 'To open this page, enter your e-mail address and the password you were given.',
    password: 'To open this page, enter the password you were given.',
    email: 'To open this page, enter your e-mail address.',
    emailField: 'E-mail address',
    emailHint: 'Whoever shared this page sees it beside your visit.',
    passwordField: 'Password',
    open: 'Open the page',
  },
  gateProblems: {
    password_missing: 'Please enter the password of this link.',
    password_wrong: 'That is not the password of this link.',
    email_missing: 'Please enter your e-mail address.',
    email_wrong: 'Please enter a valid e-mail address.',
    too_many: 'That were too many tries. Please wait some minutes and try again.',
  },
} as const

/** The forms of what is counted, by the plurals of the language. */
export type Counted = Partial<Record<Intl.LDMLPluralRule, string>> & { other: string }

type Texts<T> = T extends string
  ? string
  : T extends { other: string }
    ? Counted
    : { [Name in keyof T]: Texts<T[Name]> }
/** What a language has words for. */
export type PageWords = Texts<typeof EN>
