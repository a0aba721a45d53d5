import { z } from 'zod'
import type { Settings } from '../kernel/setting.ts'

const HEAD = `# All settings, with their defaults. Copy to .env and set what you need; the environment wins over the file.
# An empty value means "not set". With an invalid value, the server names the setting and doesn’t start.
`
const LINE_LENGTH = 120

/** The text of `.env.example`: each setting with its description above it and its default. */
export function envExample(groups: readonly Settings[]): string {
  return [HEAD, ...groups.map((group) => Object.entries(group).map(setting).join(''))].join('\n')
}

function setting([name, schema]: [string, z.ZodType]): string {
  const { description } = schema
  const value =
    schema instanceof z.ZodDefault && !description?.includes('Default:') ? String(schema.def.defaultValue) : ''
  return `${description === undefined ? '' : comment(description)}${name}=${value}\n`
}

function comment(text: string): string {
  const lines = ['#']
  for (const word of text.split(' ')) {
    const last = lines.at(-1) ?? ''
    if (last.length + 1 + word.length <= LINE_LENGTH) lines[lines.length - 1] = `${last} ${word}`
    else lines.push(`# ${word}`)
  }
  return `${lines.join('\n')}\n`
}
