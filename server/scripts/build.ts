import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fingerprint } from './fingerprint.ts'
import { BIN, ROOT, STATE } from './places.ts'

/** A build target. Paths are relative to the repository. */
export interface Build {
  name: string
  /** Files and folders whose content is fingerprinted. */
  inputs: string[]
  /** Files that exist after the build. */
  outputs: string[]
  /** Commands of node_modules/.bin, run in order. */
  commands: string[][]
}

/** A build failed; the message has the tool's output. */
export class BuildFailed extends Error {
  override readonly name = 'BuildFailed'
}

const common = ['shared', 'pnpm-lock.yaml', 'package.json']

/** The web app, and the renderer of shared pages that the server loads. */
export const WEB: Build = {
  name: 'web',
  inputs: ['web', ...common],
  outputs: ['web/dist/index.html', 'web/shared-page/dist/render.js'],
  commands: [
    ['vite', 'build', 'web'],
    ['vite', 'build', 'web', '--ssr'],
  ],
}

/** The server as one file, which starts in a third of the time of its sources. */
export const SERVER: Build = {
  name: 'server',
  inputs: ['server/src', 'server/vite.config.ts', 'server/package.json', ...common],
  outputs: ['server/dist/main.js', 'server/dist/task-worker.js'],
  commands: [['vite', 'build', 'server', '--ssr', '--logLevel', 'warn']],
}

/** The extension for both browsers, unpacked and as the archives that the server serves. */
export const EXTENSION: Build = {
  name: 'extension',
  inputs: ['extension', 'wxt.config.ts', ...common],
  outputs: [
    'extension/dist/chrome-mv3/manifest.json',
    'extension/dist/callfolio-chrome.zip',
    'extension/dist/firefox-mv3/manifest.json',
    'extension/dist/callfolio-firefox.zip',
  ],
  commands: [
    ['wxt', 'zip'],
    ['wxt', 'zip', '-b', 'firefox'],
  ],
}

/**
 * Builds when the inputs differ from those of the last build.
 * @returns false when it was up to date.
 * @throws {BuildFailed}
 */
export async function buildIfChanged(build: Build, root = ROOT, state = STATE): Promise<boolean> {
  const stamp = join(state, `${build.name}.sha256`)
  const current = await fingerprint(root, build.inputs)
  const built = await readFile(stamp, 'utf8').catch(() => null)
  if (built === current && build.outputs.every((file) => existsSync(join(root, file)))) return false
  // An interrupted build leaves a partial result, which must not pass as up to date.
  await rm(stamp, { force: true })
  for (const command of build.commands) await run(command, root)
  await mkdir(dirname(stamp), { recursive: true })
  await writeFile(stamp, current)
  return true
}

function run([program = '', ...rest]: string[], cwd: string): Promise<void> {
  return new Promise((resolve, reject) => {
    // A test that needs the build must not leave another kind of build for later tests.
    const child = spawn(join(BIN, program), rest, {
      cwd,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, NODE_ENV: 'production' },
    })
    const output: Buffer[] = []
    child.stdout.on('data', (part: Buffer) => output.push(part))
    child.stderr.on('data', (part: Buffer) => output.push(part))
    child.on('error', reject)
    child.on('close', (code) => {
      if (code === 0) resolve()
      else reject(new BuildFailed(`${program} ${rest.join(' ')} failed:\n${Buffer.concat(output).toString()}`))
    })
  })
}

/** Run directly, it builds what the end-to-end tests need. */
if (import.meta.main) for (const build of [WEB, EXTENSION, SERVER]) await buildIfChanged(build)
