import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { ROOT } from '../places.ts'

const WORKSPACES = ['server', 'web', 'extension', 'shared', 'e2e']

/**
 * Copies the repository as it is in the folder, changes that are not committed included, so that something can be
 * broken there. Installed packages are shared, what was built is not.
 * @returns the copy's folder, a SHA-256 of all that was copied, and the copy's removal.
 */
export async function copyRepository(): Promise<{ root: string; fingerprint: string; remove: () => Promise<void> }> {
  const root = await mkdtemp(join(tmpdir(), 'callfolio-mutate-'))
  const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], { cwd: ROOT })
  const hash = createHash('sha256')
  for (const file of listed.toString().split('\0').filter(Boolean)) {
    await mkdir(dirname(join(root, file)), { recursive: true })
    // A file that was removed and not committed is listed all the same.
    const content = await readFile(join(ROOT, file)).catch(() => null)
    if (content === null) continue
    hash.update(`${file}\0`).update(content).update('\0')
    await cp(join(ROOT, file), join(root, file))
  }
  await mkdir(join(root, 'node_modules'))
  for (const name of await readdir(join(ROOT, 'node_modules'))) {
    // What tools remember belongs to the folder that they ran in.
    if (name !== '.cache') await symlink(join(ROOT, 'node_modules', name), join(root, 'node_modules', name))
  }
  for (const workspace of WORKSPACES) {
    // Relative links: the workspaces find one another in the copy.
    await cp(join(ROOT, workspace, 'node_modules'), join(root, workspace, 'node_modules'), {
      recursive: true,
      verbatimSymlinks: true,
    })
  }
  return { root, fingerprint: hash.digest('hex'), remove: () => rm(root, { recursive: true, force: true }) }
}
