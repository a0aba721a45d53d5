import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import { z } from 'zod'
import { ROOT } from '../places.ts'

const serviceSchema = z.looseObject({
  image: z.string(),
  read_only: z.boolean().default(false),
  tmpfs: z.array(z.string()).default([]),
  cap_drop: z.array(z.string()).default([]),
  security_opt: z.array(z.string()).default([]),
  stop_grace_period: z.string().default('10s'),
  deploy: z.strictObject({ replicas: z.number() }).optional(),
  networks: z.array(z.string()).default([]),
  ports: z.array(z.string()).default([]),
  volumes: z.array(z.string()).default([]),
  // Compose versions differ in how they convert a non-string value (a number, true) to a string.
  environment: z.record(z.string(), z.string()).default({}),
})
const composeSchema = z.looseObject({
  services: z.record(z.string(), serviceSchema),
  networks: z.record(z.string(), z.strictObject({ internal: z.boolean().default(false) })).default({}),
})

export type Service = z.infer<typeof serviceSchema>

/** The parts of a compose file that its tests read, with anchors and merges resolved. */
export function readCompose(path: string): z.infer<typeof composeSchema> {
  return composeSchema.parse(parse(readFileSync(join(ROOT, path), 'utf8'), { merge: true }))
}

/** A text with its variables replaced. */
export function filledIn(text: string, values: Readonly<Record<string, string>>): string {
  return text.replaceAll(/(?<!\$)\$\{(\w+)[^}]*\}/g, (_, name: string) => values[name] ?? '')
}

/** The container path where a volume is mounted. */
export function getMount(volume: string): { source: string | null; path: string } {
  const parts = volume.split(':')
  const [source = '', path = source] = parts
  return { source: parts.length > 1 ? source : null, path }
}

/** `60s`, `2m` in seconds. */
export function getSeconds(time: string): number {
  const [, count = '', unit = ''] = /^(\d+)(s|m)$/.exec(time) ?? []
  return Number(count || Number.NaN) * (unit === 'm' ? 60 : 1)
}
