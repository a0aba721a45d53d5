import { constants } from 'node:fs'
import { access, stat } from 'node:fs/promises'
import { delimiter, join, resolve } from 'node:path'

/**
 * Finds a program: the operator's setting if given, else the first of that name on PATH.
 * @param setting a path such as FFMPEG_PATH; when given, PATH is not searched.
 * @returns the absolute path, or null when there is no such executable file.
 */
export async function findProgram(name: string, setting?: string): Promise<string | null> {
  const candidates = setting === undefined ? searchPath().map((folder) => join(folder, name)) : [resolve(setting)]
  for (const candidate of candidates) if (await isExecutable(candidate)) return candidate
  return null
}

function searchPath(): string[] {
  return (process.env['PATH'] ?? '').split(delimiter).filter((folder) => folder !== '')
}

async function isExecutable(path: string): Promise<boolean> {
  try {
    await access(path, constants.X_OK)
    return (await stat(path)).isFile()
  } catch {
    return false
  }
}
