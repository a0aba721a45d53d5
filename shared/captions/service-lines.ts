/** Lines that programs add about the transcript itself. */
const SERVICE = [
  /^.{1,100} (?:started|stopped) (?:the )?(?:transcription|recording)\.?$/i,
  /^(?:transcription|meeting|recording) (?:ended|started|stopped|began)(?: (?:after|at|on) .{1,60})?(?:\s*\P{L}*)$/iu,
  /^this (?:editable )?transcript was .*$/i,
  /^(?:this meeting is being (?:recorded|transcribed)|recording in progress|recording stopped)\.?$/i,
  /^(?:transcribed|transcripts?|transcription|recorded|generated|captioned|subtitles?|captions?|created|exported|powered|saved)(?: \w+)? (?:by|with|using|from) .*(?:https?:\/\/|\b[\w-]+\.(?:ai|com|io|net|org|app|co)\b|otter|extension|rev\b|zoom|teams|whisper|community).*$/i,
  /^(?:view|watch) recording\b.*$/i,
  // From lyrics files.
  /^\[(?:ti|ar|al|au|by|offset|length|re|ve|tool):.*\]$/i,
  /^(?:-{3,}|={3,}|_{3,}|\*{3,})$/,
]
/** Quick pre-check, since there may be millions of lines. */
const MAY_BE_SERVICE =
  /transcri|record|caption|subtitle|generated|created|exported|powered|saved|meeting|[-=_*]{3}|^\[\w+:/i
const MAX_SERVICE_LENGTH = 200

/** True for a line that a program added about the transcript ("Transcribed by https://otter.ai"). */
export function isServiceLine(line: string): boolean {
  return line.length <= MAX_SERVICE_LENGTH && MAY_BE_SERVICE.test(line) && SERVICE.some((sign) => sign.test(line))
}

const NOISE_WORD =
  /(?:^|[\s_])(?:blank[ _]audio|no (?:speech|audio)|silen\w*|stille|ruhe|music\w*|musi[kc]\w*|música|applau\w*|aplausos|applaus|laugh\w*|gelächter|lach\w*|lacht|rires?|risas|chuckl\w*|giggl\w*|cough\w*|husten\w*|sneez\w*|sigh\w*|seufz\w*|clears? throat|throat clearing|breath\w*|inaudible|unverständlich|inaudibil?e|unintelligible|indistinct|crosstalk|cross talk|overlapping|noises?|geräusch\w*|bruit|ruido|sounds?|typing|clicks?|clicking|beep\w*|ring\w*|static|pauses?|cheer\w*|chatter|door|knock\w*|bell|buzz\w*|hum\w*|foreign|speaking \w+|speaks \w+|snort\w*|sniff\w*|gasp\w*|screams?|claps?|clapping|phone|video playback|instrumental|theme)(?=$|[\s_.,!:;])/iu
const ENCLOSED = /^[[({*<][^\][(){}*<>]{0,80}[\])}*>]$/

/** True for a noise or silence mark, which isn't speech: "[BLANK_AUDIO]", "(laughs)", "♪♪". */
export function isNoise(text: string): boolean {
  if (/^[\s♪♫♬🎵🎶]+$/u.test(text.slice(0, 100))) return true
  return /^\s*[[({*<]/.test(text) && ENCLOSED.test(text.trim()) && NOISE_WORD.test(text.trim().slice(1, -1).trim())
}
