import { EXTENSION_PERMISSIONS, type ExtensionPermission } from '@callfolio/shared/extension-permissions.ts'

const GROUPS = [
  { asked: 'install', title: 'Granted when it is loaded' },
  { asked: 'use', title: 'Asked for when it is needed' },
] as const

/** Everything the extension may do, with the reason. */
export function PermissionTable() {
  return (
    <table className="w-full border-collapse text-left text-15">
      <caption className="sr-only">Permissions and their reasons</caption>
      {GROUPS.map(({ asked, title }) => (
        <tbody key={asked}>
          <tr className="border-b border-line-strong">
            <th scope="rowgroup" colSpan={2} className="pt-6 pb-2 text-13 font-medium text-muted">
              {title}
            </th>
          </tr>
          {EXTENSION_PERMISSIONS.filter((permission) => permission.asked === asked).map((permission) => (
            <PermissionRow key={permission.name} permission={permission} />
          ))}
        </tbody>
      ))}
    </table>
  )
}

function PermissionRow({ permission: { name, reason, browsers } }: { permission: ExtensionPermission }) {
  return (
    <tr className="grid gap-1 border-b border-line py-3 sm:table-row sm:py-0">
      <th scope="row" className="font-mono text-13 font-normal break-all sm:w-52 sm:py-3 sm:pr-6 sm:align-baseline">
        {name}
      </th>
      <td className="text-pretty sm:py-3 sm:align-baseline">
        {reason}
        {browsers.length === 1 && (
          <span className="text-muted"> {browsers[0] === 'chrome' ? 'Chrome and Edge only.' : 'Firefox only.'}</span>
        )}
      </td>
    </tr>
  )
}
