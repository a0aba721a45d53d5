/** One instruction: `RUN`, and all that follows it on its lines. */
export interface Instruction {
  name: string
  text: string
}

/** What lies between one FROM and the next. */
export interface Stage {
  base: string
  /** As other stages name it; null: nobody does. */
  name: string | null
  instructions: Instruction[]
}

/** Those that a proof carries out, or that only inform the user who starts a container. */
const KNOWN = new Set(['RUN', 'COPY', 'ENV', 'WORKDIR', 'USER', 'VOLUME', 'EXPOSE', 'HEALTHCHECK', 'ENTRYPOINT', 'CMD'])

/** Reads a Dockerfile. @throws for an instruction that the proof doesn't know: it would be left out of it. */
export function parseDockerfile(text: string): Stage[] {
  const stages: Stage[] = []
  for (const { name, text: rest } of instructionsOf(text)) {
    if (name === 'FROM') {
      const [base = '', as, stage = null] = rest.split(/\s+/)
      if (as !== undefined && as.toUpperCase() !== 'AS') throw new Error(`FROM ${rest} can't be read.`)
      stages.push({ base, name: stage, instructions: [] })
      continue
    }
    if (!KNOWN.has(name)) throw new Error(`The instruction ${name} is not known.`)
    const stage = stages.at(-1)
    if (stage === undefined) throw new Error(`${name} stands before the first FROM.`)
    stage.instructions.push({ name, text: rest })
  }
  return stages
}

/** The words of an instruction in its form of a list: `CMD ["a", "b"]`. @throws for another form. */
export function wordsOf(text: string): string[] {
  const parsed: unknown = JSON.parse(text.slice(Math.max(0, text.indexOf('['))))
  if (!Array.isArray(parsed)) throw new Error(`${text} is no list.`)
  return parsed.map(String)
}

/** `ENV A=1 B=2`. */
export function settingsOf(text: string): Record<string, string> {
  return Object.fromEntries(
    text.split(/\s+/).map((pair) => [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)]),
  )
}

function instructionsOf(text: string): Instruction[] {
  const lines = text.split('\n').filter((line) => !/^\s*(#|$)/.test(line))
  const whole = lines.join('\n').replaceAll(/\\\n/g, ' ')
  return whole.split('\n').flatMap((line) => {
    const [, name, rest] = /^(\w+)\s+(.*)$/.exec(line.trim()) ?? []
    return name === undefined || rest === undefined ? [] : [{ name: name.toUpperCase(), text: rest.trim() }]
  })
}

/** Whether a path of the repository stays outside of what an image is built from. @param patterns lines of .dockerignore, without exceptions. */
export function isIgnored(path: string, patterns: readonly string[]): boolean {
  return patterns.some((pattern) => {
    const source = pattern
      .replaceAll(/[.+^${}()|[\]\\]/g, String.raw`\$&`)
      .replaceAll('**/', '\0')
      .replaceAll('*', '[^/]*')
      .replaceAll('\0', '(.*/)?')
    return new RegExp(`^${source}(/|$)`).test(path)
  })
}
