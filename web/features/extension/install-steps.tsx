import { Download } from 'lucide-react'
import type { ReactNode } from 'react'
import { BRAND } from '@callfolio/shared/brand.ts'
import { EXTENSION_PACKAGES } from '@callfolio/shared/extension/extension-packages.ts'
import { buttonClass } from '@callfolio/shared/ui/button.tsx'

const CODE = 'font-mono text-13 break-words'

/** How to install the extension from this server's packages. */
export function InstallSteps() {
  return (
    <div className="grid gap-12 md:grid-cols-2 md:gap-16">
      <Browser
        name="Chrome and Edge"
        file={EXTENSION_PACKAGES.chrome}
        steps={[
          <>Download the package and unzip it into a folder you won’t move.</>,
          <>
            Open <code className={CODE}>chrome://extensions</code>, or <code className={CODE}>edge://extensions</code>{' '}
            in Edge, and switch on <b>Developer mode</b>.
          </>,
          <>
            Choose <b>Load unpacked</b> and select that folder.
          </>,
          <>Pin {BRAND.name} to the toolbar, open it and sign in.</>,
        ]}
      />
      <Browser
        name="Firefox"
        file={EXTENSION_PACKAGES.firefox}
        steps={[
          <>Download the package. Don’t unzip it.</>,
          <>
            Open <code className={CODE}>about:debugging#/runtime/this-firefox</code>.
          </>,
          <>
            Choose <b>Load Temporary Add-on</b> and select the package.
          </>,
          <>Open {BRAND.name} from the toolbar and sign in. Firefox removes it on exit, so load it again next time.</>,
        ]}
      />
    </div>
  )
}

function Browser({ name, file, steps }: { name: string; file: string; steps: readonly ReactNode[] }) {
  return (
    <section aria-label={name} className="grid content-start gap-5">
      <h3 className="text-17 font-semibold">{name}</h3>
      <a href={file} download className={`${buttonClass('secondary')} justify-self-start`}>
        <Download size={17} aria-hidden />
        Download for {name}
      </a>
      <ol className="grid list-decimal gap-3 pl-5 text-15 marker:text-muted marker:tabular-nums">
        {steps.map((step, index) => (
          <li key={index} className="pl-1.5">
            {step}
          </li>
        ))}
      </ol>
    </section>
  )
}
