import { PACKAGED_SERVER } from '@callfolio/shared/extension/extension-packages.ts'
import { hostPattern } from '@callfolio/shared/extension/extension-permissions.ts'
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate'

/** Where each version of the manifest lists the hosts it needs. */
const HOST_LISTS = { 2: 'permissions', 3: 'host_permissions' } as const

interface Manifest {
  manifest_version: keyof typeof HOST_LISTS
  permissions?: string[]
  host_permissions?: string[]
}

/**
 * Writes a server's address into a package of the extension, so that it opens with this server's sign-in, and allows
 * it to connect there.
 * @param archive the package as built. @param address the server's address.
 * @throws Error for an archive without a manifest.
 */
export function addressPackage(archive: Uint8Array, address: string): Uint8Array<ArrayBuffer> {
  const files = unzipSync(archive)
  const { 'manifest.json': written } = files
  if (written === undefined) throw new Error('The package has no manifest.')
  const manifest = JSON.parse(strFromU8(written)) as Manifest
  const list = HOST_LISTS[manifest.manifest_version]
  manifest[list] = [...new Set([...(manifest[list] ?? []), hostPattern(address)])]
  files['manifest.json'] = strToU8(JSON.stringify(manifest))
  files[PACKAGED_SERVER] = strToU8(JSON.stringify({ address }))
  return zipSync(files)
}
