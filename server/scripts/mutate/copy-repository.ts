import { execFileSync } from 'node:child_process'
import { cp, mkdir, mkdtemp, readdir, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { ROOT } from '../places.ts'

const WORKSPACES = ['server', 'web', 'extension', 'shared', 'e2e']

/**
 * Copies the repository as it stands in the folder, changes that are not committed included, so that something can be
 * broken there. Installed packages are shared, what was built is not.
 * @returns the copy's folder and its removal.
 */
export async function copyRepository(): Promise<{ root: string; remove: () => Promise<void> }> {
  const root = await mkdtemp(join(tmpdir(), 'callfolio-mutate-'))
  const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], { cwd: ROOT })
  for (const file of listed.toString().split('\0').filter(Boolean)) {
    await mkdir(dirname(join(root, file)), { recursive: true })
    // A file that was removed and not committed is listed all the same.
    await cp(join(ROOT, file), join(root, file)).catch(() => undefined)
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
  return { root, remove: () => rm(root, { recursive: true, force: true }) }
}
