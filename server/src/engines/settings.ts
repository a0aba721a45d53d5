import { z } from 'zod'
import { getIds } from '@callfolio/shared/engines.ts'
import type { Merged, Settings } from '../kernel/setting.ts'
import type { Engine } from './engine.ts'
import { analysts, diarisers, transcribers } from './registry.ts'

/** Engines by their ids, of which only the settings are read. */
type Table = Record<string, { about?: string; settings: Settings }>

/** The engines' settings: those of each engine, and which engines are used. */
export function settingsOfEngines<T extends Table, D extends Table, A extends Table>(
  transcribers: T,
  diarisers: D,
  analysts: A,
) {
  const own = [transcribers, diarisers, analysts].flatMap((table) =>
    Object.values<Table[string]>(table).map(({ settings }) => settings),
  )
  return {
    own: Object.assign({}, ...own) as Merged<(T[keyof T] | D[keyof D] | A[keyof A])['settings']>,
    choice: {
      TRANSCRIBER: choice('Speech engine', transcribers, 'none'),
      ANALYST: choice('Recap engine', analysts),
    },
  }
}

/** A setting that names the engine to use; `auto`, its default, is the best one that is ready. */
function choice<Id extends string, More extends string = never>(
  what: string,
  engines: Record<Id, Table[string]>,
  ...more: More[]
): z.ZodDefault<z.ZodType<Id | More | 'auto'>> {
  const ids: z.ZodType<string> = z.enum(['auto', ...getIds(engines), ...more])
  const named = getIds(engines).map((id) => (engines[id].about === undefined ? id : `${id} (${engines[id].about})`))
  const list = new Intl.ListFormat('en-GB', { type: 'disjunction' }).format([
    'auto (the best that is ready)',
    ...named,
    ...more,
  ])
  return ids.default('auto').describe(`${what}: ${list}.`) as z.ZodDefault<z.ZodType<Id | More | 'auto'>>
}

export const engineSettings = settingsOfEngines(transcribers, diarisers, analysts)

/** The parsed inputs of the engines. */
export type EngineSettings = z.output<z.ZodObject<typeof engineSettings.own & typeof engineSettings.choice>>

/** @returns the missing requirements of an engine named in the settings, in a sentence; null: none. */
export function missingForEngines(settings: EngineSettings): string | null {
  const named: [setting: string, id: string, engines: Record<string, Engine<Settings, unknown>>][] = [
    ['TRANSCRIBER', settings.TRANSCRIBER, transcribers],
    ['ANALYST', settings.ANALYST, analysts],
  ]
  for (const [setting, id, engines] of named) {
    const needs = engines[id]?.needs
    if (needs && !needs.isMet({ ...settings })) return `The setting ${setting} is ${id}, which needs ${needs.what}.`
  }
  return null
}
