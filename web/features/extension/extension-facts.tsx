import { Captions, MonitorDot, Upload } from 'lucide-react'
import { EXTENSION_PERMISSIONS, type ExtensionPermission } from '@callfolio/shared/extension/extension-permissions.ts'

const USES = [
  {
    icon: MonitorDot,
    title: 'Record',
    text: 'Record a tab, a window or the whole screen, plus your microphone. The recording is saved every second, so a crash costs seconds, not the call. Chrome and Edge only.',
  },
  {
    icon: Upload,
    title: 'Upload',
    text: 'Upload an existing recording from the side panel. Get notified when your microsite is ready, then copy the link.',
  },
  {
    icon: Captions,
    title: 'Captions',
    text: 'When you record on Google Meet, Zoom or Teams, on-screen captions become the transcript, with speaker names. No bot joins the call.',
  },
] as const

/** The benefits of the extension. */
export function ExtensionUses() {
  return (
    <ul className="grid gap-8 sm:grid-cols-3 sm:gap-10">
      {USES.map(({ icon: Icon, title, text }) => (
        <li key={title} className="grid content-start gap-2">
          <Icon size={22} aria-hidden className="text-accent-text" />
          <h2 className="text-17 font-semibold">{title}</h2>
          <p className="text-15 text-muted">{text}</p>
        </li>
      ))}
    </ul>
  )
}

const GROUPS = [
  { asked: 'install', title: 'Granted on install' },
  { asked: 'use', title: 'Requested when needed' },
] as const

/** All of the extension's permissions, with the reasons. */
export function PermissionTable() {
  return (
    <table className="w-full border-collapse text-left text-15">
      <caption className="sr-only">Permissions and what they’re for</caption>
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
      <td className="sm:py-3 sm:align-baseline">
        {reason}
        {browsers.length === 1 && (
          <span className="text-muted"> {browsers[0] === 'chrome' ? 'Chrome and Edge only.' : 'Firefox only.'}</span>
        )}
      </td>
    </tr>
  )
}
