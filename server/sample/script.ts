/** A speaker in the sample call. `shift` below 1 lowers the voice without changing its tempo. */
export interface Speaker {
  name: string
  role: string
  voice: string
  shift: number
}

/** A slide shown during the call. */
export interface Slide {
  number: number
  title: string
  lines: string[]
}

/** One line of one speaker, and its slide. */
export interface Line {
  speaker: Speaker
  text: string
  slide: Slide
}

export interface Script {
  title: string
  speakers: Speaker[]
  slides: Slide[]
  lines: Line[]
}

/**
 * Parses a call's script: `# title: …`, `@ Name voice=slt shift=0.9 role="…"`, `= Slide | line | line`, `Name: what
 * is said`.
 * @throws Error naming the line that can't be parsed.
 */
export function parseScript(text: string): Script {
  const script: Script = { title: '', speakers: [], slides: [], lines: [] }
  for (const line of text.split('\n').map((each) => each.trim())) {
    if (line !== '') readLine(script, line)
  }
  return script
}

function readLine(script: Script, line: string): void {
  if (line.startsWith('# title:')) script.title = line.slice('# title:'.length).trim()
  else if (line.startsWith('@')) script.speakers.push(readSpeaker(line))
  else if (line.startsWith('=')) script.slides.push(readSlide(line, script.slides.length + 1))
  else script.lines.push(readSpokenLine(script, line))
}

function readSpeaker(line: string): Speaker {
  const name = /^@\s*(\S+)/.exec(line)?.[1]
  const voice = /\bvoice=(\S+)/.exec(line)?.[1]
  if (name === undefined || voice === undefined) throw new Error(`A speaker needs a name and a voice: ${line}`)
  const shift = Number(/\bshift=(\S+)/.exec(line)?.[1] ?? 1)
  return { name, voice, shift, role: /\brole="([^"]*)"/.exec(line)?.[1] ?? '' }
}

function readSlide(line: string, number: number): Slide {
  const [title = '', ...lines] = line
    .slice(1)
    .split('|')
    .map((part) => part.trim())
  return { number, title, lines }
}

function readSpokenLine(script: Script, line: string): Line {
  const [, name, text] = /^([^:]+):\s*(.+)$/.exec(line) ?? []
  const speaker = script.speakers.find((each) => each.name === name)
  const slide = script.slides.at(-1)
  if (speaker === undefined || slide === undefined || text === undefined)
    throw new Error(`This line can't be read: ${line}`)
  return { speaker, text, slide }
}
