/** A name as Teams shows it; "We" or "I just" is none. Sentences end with a period or have other words. */
const NAME = String.raw`(?!(?:I|We|You|They|He|She|It|Who|So|And|Then|Okay|Ok|Wir|Ich|Sie|Nous|Je|On|Yo)\b)[\p{Lu}\p{Lo}\p{N}][^\s:.?!]*(?:,? (?:[\p{Lu}\p{Lo}\p{N}(|&+][^\s:?!]*|v[ao]n|de[rnl]?|d[aio]s?|-))*`
const RECORD = String.raw`(?:transcription|recording|enregistrement|transcripción|grabación|transcrição|gravação|trascrizione|registrazione)`
/** Program names with a capital letter; with a small one they are words. */
const PROGRAMS = String.raw`(?:https?:\/\/\S+|[\w.-]+\.(?:ai|com|io|net|org|app|co)\b\S*|Otter|Rev|Zoom|Teams|Whisper\S*)`

/** Lines that programs add about the transcript itself. */
const SERVICE = [
  new RegExp(
    String.raw`^${NAME} (?:started|stopped|a (?:démarré|commencé|lancé|arrêté)|(?:ha )?inici(?:ó|ado)|detuvo|ha detenido|iniciou|parou|interrompeu|ha (?:avviato|interrotto|arrestato)) (?:the |l[ae’'] ?|a )?${RECORD}$`,
    'u',
  ),
  new RegExp(
    String.raw`^${NAME} (?:hat die (?:Transkription|Aufzeichnung) (?:gestartet|begonnen|beendet|gestoppt)|heeft de (?:transcriptie|opname) (?:gestart|gestopt|beëindigd))$`,
    'u',
  ),
  /^(?:transcription|meeting|recording) (?:ended|started|stopped|began)(?: (?:after|at|on) \P{L}*(?:[ap]\.?m\b)?)?\P{L}*$/iu,
  /^this (?:editable )?transcript was (?:\w+[ -])?(?:generated|created|produced|transcribed|exported)\b(?:[^:]{0,20}$| and might | by )/i,
  /^(?:this meeting is being (?:recorded|transcribed)|recording in progress|recording stopped)\.?$/i,
  new RegExp(
    String.raw`^(?:[Tt]ranscri(?:bed|pts?|ption)|[Rr]ecorded|[Gg]enerated|[Cc]aption(?:ed|s?)|[Ss]ubtitles?|[Cc]reated|[Ee]xported|[Pp]owered|[Ss]aved)(?: \w+)? (?:by|with|using|from) (?:\S+ ){0,3}\(?${PROGRAMS}(?: (?:extension|community|Meeting|AI|app|v?[\d.]+))*[.)]?$`,
  ),
  /^(?:view|watch) recording(?:\s*[-–:].*)?$/i,
  // From lyrics files.
  /^\[(?:ti|ar|al|au|by|offset|length|re|ve|tool):.*\]$/i,
  /^(?:-{3,}|={3,}|_{3,}|\*{3,})$/,
]
/** Quick pre-check, since there may be millions of lines. */
const MAY_BE_SERVICE =
  /tr[ao]ns[ck]ri|trascri|record|caption|subtitle|generated|created|exported|powered|saved|meeting|aufzeich|enregistr|gra[bv]a|registraz|opname|[-=_*]{3}|^\[\w+:/i
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
