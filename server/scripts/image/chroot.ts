import { execFileSync, spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join, posix } from 'node:path'
import { ROOT } from '../places.ts'
import { isIgnored, settingsOf, wordsOf, type Instruction, type Stage } from './dockerfile.ts'

/** What the last stage became: a root of a file system, and how a container of it starts. */
export interface Image {
  root: string
  env: Record<string, string>
  workdir: string
  user: string
  command: string[]
  healthcheck: string[]
}

/** Where programs lie in an image, and those that change into one. */
export const PATH = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin'
/** As in Debian's own images (debuerreotype): no services are started, no documentation is kept. */
const SLIM = {
  'etc/dpkg/dpkg.cfg.d/docker':
    'path-exclude /usr/share/doc/*\npath-exclude /usr/share/man/*\npath-exclude /usr/share/info/*\npath-exclude /usr/share/locale/*\npath-include /usr/share/doc/*/copyright\n',
  'etc/apt/apt.conf.d/docker-clean':
    'DPkg::Post-Invoke { "rm -f /var/cache/apt/archives/*.deb /var/cache/apt/*.bin || true"; };\nAcquire::Languages "none";\n',
  'usr/sbin/policy-rc.d': '#!/bin/sh\nexit 101\n',
  'etc/apt/sources.list.d/debian.sources': `Types: deb
URIs: http://deb.debian.org/debian
Suites: bookworm bookworm-updates
Components: main
Signed-By: /usr/share/keyrings/debian-archive-keyring.gpg

Types: deb
URIs: http://deb.debian.org/debian-security
Suites: bookworm-security
Components: main
Signed-By: /usr/share/keyrings/debian-archive-keyring.gpg
`,
}
/** Brought into a root by mounts, which end with their process. */
const MOUNTS = `
mount -t proc proc "$R/proc"
mount -t tmpfs -o mode=755 dev "$R/dev"
for node in null zero full random urandom tty; do touch "$R/dev/$node"; mount --bind "/dev/$node" "$R/dev/$node"; done
ln -s /proc/self/fd "$R/dev/fd"; mkdir "$R/dev/shm"; mount -t tmpfs -o mode=1777 shm "$R/dev/shm"
touch "$R/etc/resolv.conf"; mount --bind /etc/resolv.conf "$R/etc/resolv.conf"`

/**
 * Carries out the steps of a Dockerfile, each stage in a root of its own.
 * @param options.build false: takes the last result. @param options.keep leaves the roots of earlier stages.
 */
export async function buildImage(
  stages: readonly Stage[],
  { work, build, keep }: { work: string; build: boolean; keep: boolean },
): Promise<Image> {
  const roots = new Map<string, string>()
  const ignored = readFileSync(join(ROOT, '.dockerignore'), 'utf8').split('\n').filter(Boolean)
  let image: Image | null = null
  for (const [index, stage] of stages.entries()) {
    const root = join(work, stage.name ?? 'image')
    if (stage.name !== null) roots.set(stage.name, root)
    image = { root, env: {}, workdir: '/', user: '0:0', command: [], healthcheck: [] }
    const stamp = `${root}.done`
    const isBuilt = build ? isUnchanged(stage, stamp) : existsSync(root)
    if (!isBuilt) {
      rmSync(stamp, { force: true })
      rmSync(root, { recursive: true, force: true })
      copyTree(baseOf(stage.base, work), root)
    }
    for (const each of stage.instructions) apply(each, image, isBuilt ? null : { roots, ignored })
    writeFileSync(stamp, stampOf(stage))
    const isLast = index === stages.length - 1
    if (isLast && !keep)
      for (const [name, other] of roots) if (name !== 'ffmpeg') rmSync(other, { recursive: true, force: true })
  }
  if (image === null) throw new Error('The Dockerfile has no stage.')
  return image
}

/** Whether a stage would become what it is: only of one that takes nothing from outside of it. As Docker's own cache does. */
function isUnchanged(stage: Stage, stamp: string): boolean {
  const copiesNothing = stage.instructions.every(({ name }) => name !== 'COPY')
  return copiesNothing && existsSync(stamp) && readFileSync(stamp, 'utf8') === stampOf(stage)
}

function stampOf(stage: Stage): string {
  return createHash('sha256').update(JSON.stringify(stage)).digest('hex')
}

function apply(
  { name, text }: Instruction,
  image: Image,
  on: { roots: Map<string, string>; ignored: string[] } | null,
) {
  switch (name) {
    case 'RUN':
      if (on === null) return
      console.log(`RUN ${text.slice(0, 110)}`)
      return runIn(image, text)
    case 'COPY':
      if (on !== null) copy(text, image, on)
      return
    case 'ENV':
      Object.assign(image.env, settingsOf(text))
      return
    case 'WORKDIR':
      image.workdir = posix.resolve(image.workdir, text)
      if (on !== null) mkdirSync(join(image.root, image.workdir), { recursive: true })
      return
    case 'USER':
      image.user = text
      return
    case 'HEALTHCHECK':
      image.healthcheck = wordsOf(text)
      return
    case 'ENTRYPOINT':
    case 'CMD':
      image.command.push(...wordsOf(text))
      return
    default:
  }
}

function runIn({ root, env, workdir }: Image, text: string): void {
  const certificates = process.env['NODE_EXTRA_CA_CERTS']
  const script = `set -e; ${MOUNTS}
${certificates === undefined ? '' : `touch "$R/run/certificates"; mount --bind '${certificates}' "$R/run/certificates"`}
cd "$R"; exec chroot "$R" /usr/bin/env -i PATH=${PATH} HOME=/root ${assignments({
    ...env,
    // Of a network whose connections are inspected.
    ...(certificates !== undefined && { NODE_EXTRA_CA_CERTS: '/run/certificates' }),
  })} sh -c 'cd ${workdir} && eval "$0"' "$STEP"`
  const { status } = spawnSync('unshare', ['--mount', 'sh', '-c', script], {
    env: { PATH: process.env['PATH'], R: root, STEP: text },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  if (status !== 0) throw new Error(`The step ended with ${status ?? 'a signal'}: ${text}`)
}

function assignments(env: Record<string, string>): string {
  return Object.entries(env)
    .map(([name, value]) => `'${name}=${value}'`)
    .join(' ')
}

function copy(text: string, { root, workdir }: Image, on: { roots: Map<string, string>; ignored: string[] }): void {
  const words = text.split(/\s+/)
  const from = /^--from=(.+)$/.exec(words[0] ?? '')?.[1]
  const sources = from === undefined ? words.slice(0, -1) : words.slice(1, -1)
  const given = words.at(-1) ?? ''
  const target = join(root, posix.resolve(workdir, given))
  const base = from === undefined ? ROOT : on.roots.get(from)
  if (base === undefined) throw new Error(`There is no stage ${from}.`)
  for (const source of sources) {
    const path = join(base, source)
    if (!statSync(path).isDirectory()) {
      const file = given.endsWith('/') ? join(target, posix.basename(source)) : target
      mkdirSync(dirname(file), { recursive: true })
      cpSync(path, file)
    } else if (from === undefined) copyContext(path, target, on.ignored)
    else copyTree(path, target)
  }
}

function copyContext(folder: string, target: string, ignored: readonly string[], below = ''): void {
  mkdirSync(target, { recursive: true })
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = posix.join(below, entry.name)
    if (isIgnored(path, ignored)) continue
    if (entry.isDirectory()) copyContext(join(folder, entry.name), join(target, entry.name), ignored, path)
    else cpSync(join(folder, entry.name), join(target, entry.name))
  }
}

function copyTree(from: string, to: string): void {
  mkdirSync(to, { recursive: true })
  execFileSync('cp', ['-a', '--reflink=auto', `${from}/.`, to])
}

/** What the images that the stages begin with hold: Debian, with Node and npm besides. */
function baseOf(name: string, work: string): string {
  if (name === 'debian:bookworm-slim') return debian(join(work, 'debian'))
  if (/^node:\d+-bookworm-slim$/.test(name)) return nodeOn(debian(join(work, 'debian')), join(work, 'node'))
  throw new Error(`Nothing is known of the image ${name}.`)
}

function debian(root: string): string {
  if (existsSync(`${root}.done`)) return root
  rmSync(root, { recursive: true, force: true })
  console.log('debootstrap bookworm')
  execFileSync('debootstrap', ['--variant=minbase', 'bookworm', root], { stdio: ['ignore', 'ignore', 'inherit'] })
  for (const [path, text] of Object.entries(SLIM)) writeFileSync(join(root, path), text, { mode: 0o755 })
  for (const path of [
    'etc/apt/sources.list',
    'var/lib/apt/lists',
    'usr/share/man',
    'usr/share/info',
    'usr/share/locale',
  ])
    rmSync(join(root, path), { recursive: true, force: true })
  execFileSync('sh', ['-c', 'find usr/share/doc -type f ! -name copyright -delete; rm -rf var/cache/* var/log/*'], {
    cwd: root,
  })
  mkdirSync(join(root, 'var/cache/apt/archives/partial'), { recursive: true })
  mkdirSync(join(root, 'var/lib/apt/lists/partial'), { recursive: true })
  writeFileSync(`${root}.done`, '')
  return root
}

function nodeOn(base: string, root: string): string {
  if (existsSync(`${root}.done`)) return root
  rmSync(root, { recursive: true, force: true })
  copyTree(base, root)
  cpSync(process.execPath, join(root, 'usr/local/bin/node'))
  const npm = join(root, 'usr/local/lib/node_modules/npm')
  // By its program: npm's own answer is about the Node that runs it, which may have come without one.
  const program = execFileSync('sh', ['-c', 'realpath "$(command -v npm)"'], { encoding: 'utf8' }).trim()
  copyTree(dirname(dirname(program)), npm)
  for (const name of ['npm', 'npx'])
    execFileSync('ln', ['-sf', `../lib/node_modules/npm/bin/${name}-cli.js`, join(root, 'usr/local/bin', name)])
  writeFileSync(`${root}.done`, '')
  return root
}

/** Starts the image's command as its user; its file system is read-only but for /data and /tmp. The process is the command's own. */
export function startReadOnly(image: Image, data: string, settings: Record<string, string>): ChildProcess {
  const { root, user, workdir, env, command } = image
  const script = `set -e; ${MOUNTS}
mount --bind "$R" "$R"; mount --rbind "$R/dev" "$R/dev"
mount --bind "$DATA" "$R/data"; mount -t tmpfs -o mode=1777 tmp "$R/tmp"; mount -t proc proc "$R/proc"
mount -o remount,bind,ro "$R"
cd "$R"; exec chroot --userspec=${user} --groups= "$R" /usr/bin/env -i PATH=${PATH} ${assignments({ ...env, ...settings })} sh -c 'cd ${workdir} && exec "$@"' sh "$@"`
  return spawn('unshare', ['--mount', 'sh', '-c', script, 'sh', ...command], {
    env: { PATH: process.env['PATH'], R: root, DATA: data },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
}

/** Bytes of all files. */
export function unpackedBytes(root: string): number {
  return Number(execFileSync('du', ['-sxB1', '--apparent-size', root], { encoding: 'utf8' }).split('\t')[0])
}

/** Bytes as a registry keeps them. */
export function packedBytes(root: string): number {
  const command = 'tar -C "$R" --one-file-system -c . | gzip -1 | wc -c'
  return Number(execFileSync('sh', ['-c', command], { env: { PATH: process.env['PATH'], R: root }, encoding: 'utf8' }))
}
