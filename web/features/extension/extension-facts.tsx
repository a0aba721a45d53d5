import { Captions, MonitorDot, Upload } from 'lucide-react'

const USES = [
  {
    icon: MonitorDot,
    title: 'Record',
    text: 'A tab with its sound and your microphone, a window or the whole screen. What you record is on your disk each second, so a crash costs seconds, not the call. In Chrome and Edge.',
  },
  {
    icon: Upload,
    title: 'Pick',
    text: 'A recording you already have goes up from the side panel, while you do something else. You are told when its page is ready, and the link is one click away.',
  },
  {
    icon: Captions,
    title: 'Captions',
    text: 'On Google Meet the captions on your screen become the transcript, with the names of who spoke. No bot joins the call and no speech engine guesses.',
  },
] as const

/** What one has of the extension. */
export function ExtensionUses() {
  return (
    <ul className="grid gap-8 sm:grid-cols-3 sm:gap-10">
      {USES.map(({ icon: Icon, title, text }) => (
        <li key={title} className="grid content-start gap-2">
          <Icon size={22} aria-hidden className="text-accent-text" />
          <h2 className="text-17 font-semibold">{title}</h2>
          <p className="text-15 text-pretty text-muted">{text}</p>
        </li>
      ))}
    </ul>
  )
}
