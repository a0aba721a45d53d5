import { execFileSync } from 'node:child_process'
import { appendFileSync, rmSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm, rmdir, statfs, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

/** A separate file system, small enough to fill. */
export interface SmallDisk {
  folder: string
  /** Fills the disk except for this many bytes. */
  fill(leave: number): Promise<void>
  /** Frees the space again. */
  empty(): Promise<void>
  /** Blocks writes for a while, like a busy disk: writers wait. */
  stall(ms: number): Promise<void>
  /** Makes it read-only while programs have files open, like the kernel after a disk error. */
  breakDown(): void
  /** Makes it writable again; no files may be open. */
  repair(): void
  remove(): Promise<void>
}

const MIB = 1024 * 1024

/** Runs a program as root, which mounting requires. @returns its output. */
function asRoot(...command: [string, ...string[]]): string {
  const [program, ...args] = process.getuid?.() === 0 ? command : (['sudo', '-n', ...command] as const)
  return execFileSync(program, args, { stdio: ['ignore', 'pipe', 'pipe'], encoding: 'utf8' })
}

/** @param bytes its size. @returns null where mounting isn't allowed, with a warning. */
export async function mountSmallDisk(bytes: number): Promise<SmallDisk | null> {
  const image = `${await mkdtemp(join(tmpdir(), 'disk-'))}.img`
  const folder = image.slice(0, -4)
  try {
    await writeFile(image, '')
    await truncate(image, bytes)
    asRoot('mkfs.ext4', '-q', '-m', '0', image)
    asRoot('mount', '-o', 'loop,errors=remount-ro', image, folder)
    asRoot('chmod', '0777', folder)
  } catch (error) {
    console.warn(
      `WARNING: no file system can be mounted here, so full and read-only disks are not tested: ${String(error)}`,
    )
    await rm(image, { force: true })
    await rmdir(folder)
    return null
  }
  const filler = join(folder, 'filler')
  return {
    folder,
    async fill(leave) {
      const { bavail, bsize } = await statfs(folder)
      const size = bavail * bsize - Math.max(leave, MIB)
      if (size > 0) asRoot('fallocate', '-l', String(size), filler)
      // The file system uses some space to record allocations.
      if (leave > 0) return
      for (let piece = MIB; piece >= 512; piece /= 2)
        try {
          for (;;) appendFileSync(`${filler}-rest`, Buffer.alloc(piece))
        } catch {
          // A chunk of this size no longer fits.
        }
    },
    async empty() {
      asRoot('find', folder, '-maxdepth', '1', '-name', 'filler*', '-delete')
    },
    async stall(ms) {
      asRoot('fsfreeze', '--freeze', folder)
      try {
        await wait(ms)
      } finally {
        asRoot('fsfreeze', '--unfreeze', folder)
      }
    },
    breakDown() {
      const device = basename(asRoot('findmnt', '-n', '-o', 'SOURCE', folder).trim())
      asRoot('sh', '-c', `echo 1 > /sys/fs/ext4/${device}/trigger_fs_error`)
    },
    repair() {
      asRoot('umount', folder)
      // 1: it has repaired something.
      asRoot('sh', '-c', `e2fsck -fy '${image}' || [ $? -eq 1 ]`)
      asRoot('mount', '-o', 'loop,errors=remount-ro', image, folder)
      // Fails while the old mount lives on in another process's mount namespace, still read-only.
      writeFileSync(join(folder, 'repaired'), '')
      rmSync(join(folder, 'repaired'))
    },
    async remove() {
      asRoot('umount', '-l', folder)
      await rm(image, { force: true })
      await rmdir(folder)
    },
  }
}
