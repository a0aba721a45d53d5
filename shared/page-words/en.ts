/**
 * The fixed words of shared pages. `{n}`, `{day}` … are placeholders; counted words have a form for each plural
 * category of the language (Unicode CLDR).
 */
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
  previewNote: 'What recipients of your link see',
  logo: 'Logo',
  speakers: { one: '{n} speaker', other: '{n} speakers' },
  removed: {
    recording: 'Recording deleted on {day}',
    transcript: 'Transcript deleted on {day}',
  },
  consent: {
    told: 'Everyone was informed about the recording',
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
  withheld: 'The sender is editing the recording. It will be back shortly.',
  draftNotice: 'Automatic transcript. May contain errors.',
  sharedBy: 'Shared by',
  preparingPage: 'Preparing the page',
  sectionsCome: 'Sections appear here as they’re ready.',
  preparation: {
    arriving: 'This page is being prepared. The recording is still uploading.',
    preparing: 'This page is being prepared.',
    timeLeft: 'This page is being prepared. Estimated time left: {estimate}.',
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
    text: 'Turn a recorded call into a page like this. Every point links to when it was said.',
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
    text: 'It opens here automatically when it’s ready.',
  },
  unavailable: {
    title: 'This page isn’t available',
    text: 'We couldn’t prepare it. Ask the sender, or try again later.',
  },
  previewEnded: {
    title: 'Preview Ended',
    text: 'The preview expires after five minutes. To reopen it, select View on the microsite.',
  },
  failed: { title: 'This page can’t be shown', text: 'Failed to load microsite' },
  gate: {
    title: 'Protected link',
    both: 'Enter your email address and the password you received to open this page.',
    password: 'Enter the password you received to open this page.',
    email: 'Enter your email address to open this page.',
    emailField: 'Email address',
    emailHint: 'The person who shared this page will see your email address.',
    passwordField: 'Password',
    open: 'Open page',
  },
  gateProblems: {
    password_missing: 'Enter the password.',
    password_wrong: 'Wrong password. Try again.',
    email_missing: 'Enter your email address.',
    email_wrong: 'Enter a valid email address.',
    too_many: 'Too many attempts. Try again in a few minutes.',
  },
} as const

/** The forms of a counted word, by the language's plural categories. */
export type Counted = Partial<Record<Intl.LDMLPluralRule, string>> & { other: string }

type Texts<T> = T extends string
  ? string
  : T extends { other: string }
    ? Counted
    : { [Name in keyof T]: Texts<T[Name]> }
/** Every word a language must provide. */
export type PageWords = Texts<typeof EN>
