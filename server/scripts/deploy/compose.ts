import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import { z } from 'zod'
import { ROOT } from '../places.ts'

const serviceSchema = z.strictObject({
  image: z.string(),
  build: z.string().optional(),
  command: z.string().optional(),
  entrypoint: z.array(z.string()).optional(),
  restart: z.string().optional(),
  read_only: z.boolean().default(false),
  tmpfs: z.array(z.string()).default([]),
  cap_drop: z.array(z.string()).default([]),
  security_opt: z.array(z.string()).default([]),
  stop_grace_period: z.string().default('10s'),
  depends_on: z
    .union([
      z.array(z.string()).transform((names) => Object.fromEntries(names.map((name) => [name, 'service_started']))),
      z
        .record(z.string(), z.strictObject({ condition: z.string() }))
        .transform((all) => Object.fromEntries(Object.entries(all).map(([name, { condition }]) => [name, condition]))),
    ])
    .default({}),
  deploy: z.strictObject({ replicas: z.number() }).optional(),
  networks: z.array(z.string()).default([]),
  ports: z.array(z.string()).default([]),
  volumes: z.array(z.string()).default([]),
  // Compose versions differ in how they convert a non-string value (a number, true) to a string.
  environment: z.record(z.string(), z.string()).default({}),
  healthcheck: z.strictObject({ test: z.array(z.string()), interval: z.string(), retries: z.number() }).optional(),
})
const composeSchema = z.looseObject({
  services: z.record(z.string(), serviceSchema),
  networks: z.record(z.string(), z.strictObject({ internal: z.boolean().default(false) })).default({}),
  volumes: z.record(z.string(), z.null()),
})

export type Service = z.infer<typeof serviceSchema>
export type Compose = z.infer<typeof composeSchema>

/** Parses a compose file with its anchors and merges. @throws for a section that these tests don't cover. */
export function readCompose(path: string): Compose {
  return composeSchema.parse(parse(readFileSync(join(ROOT, path), 'utf8'), { merge: true }))
}

/** The variables of `${NAME}` and `${NAME:?why}` in a text. */
export function variablesIn(text: string): { name: string; why: string | null }[] {
  return [...text.matchAll(/(?<!\$)\$\{(\w+)(?::\?([^}]+))?\}/g)].map(([, name = '', why = null]) => ({ name, why }))
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
