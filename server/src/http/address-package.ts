import { PACKAGED_SERVER } from '@callfolio/shared/extension/extension-packages.ts'
import { hostPattern } from '@callfolio/shared/extension/extension-permissions.ts'
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate'

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
  const manifest = JSON.parse(strFromU8(written)) as { host_permissions?: string[] }
  manifest.host_permissions = [...new Set([...(manifest.host_permissions ?? []), hostPattern(address)])]
  files['manifest.json'] = strToU8(JSON.stringify(manifest))
  files[PACKAGED_SERVER] = strToU8(JSON.stringify({ address }))
  return zipSync(files)
}
