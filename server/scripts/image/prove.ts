/**
 * Proves the Dockerfile where there is no Docker: `npm run prove-image`, as root on Debian. Its own steps are carried out in
 * clean Debian roots (debootstrap, chroot), the result is started as the image's user on a read-only file system, and the
 * sample call goes through it. Needs debootstrap. `-- --keep` leaves the roots for inspection; `-- --run` only starts the last result again.
 */
import { mkdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseDockerfile } from './dockerfile.ts'
import { buildImage, packedBytes, unpackedBytes } from './chroot.ts'
import { ROOT } from '../places.ts'
import { isOnPath } from '../programs.ts'
import { proveProduct } from './prove-product.ts'

const MOST_BYTES = 400 * 1000 * 1000

if (process.getuid?.() !== 0) throw new Error('Only root can make roots of file systems.')
if (!isOnPath('debootstrap')) throw new Error('debootstrap is missing: apt-get install debootstrap')
const options = process.argv.slice(2)
const work = resolve(process.env['PROVE_DIR'] ?? join(ROOT, 'node_modules/.cache/image'))
mkdirSync(work, { recursive: true })
const stages = parseDockerfile(readFileSync(join(ROOT, 'Dockerfile'), 'utf8'))
const image = await buildImage(stages, { work, build: !options.includes('--run'), keep: options.includes('--keep') })
const bytes = unpackedBytes(image.root)
const megabytes = (size: number) => `${Math.round(size / 1_000_000)} MB`
console.log(`\nThe image has ${megabytes(bytes)}, ${megabytes(packedBytes(image.root))} packed.`)
await proveProduct(image, work)
if (bytes > MOST_BYTES) throw new Error(`The image is larger than ${megabytes(MOST_BYTES)}.`)
console.log('The image is proved.')
