import { BRAND } from '@callfolio/shared/brand.ts'

/** The owner's logo, else the product's. For those who are signed in the script puts a bar in its place. */
export function PageHeader({ logoUrl }: { logoUrl: string | null }) {
  return (
    <header className="border-b border-line print:border-0">
      <div className="mx-auto flex h-14 max-w-[75rem] items-center px-5 sm:px-8 print:mb-6 print:h-auto print:px-0">
        <div data-signed-in className="flex w-full empty:hidden print:hidden" />
        <div data-visitor className="[&[hidden]]:hidden">
          {logoUrl === null ? (
            <ProductLogo />
          ) : (
            <img src={new URL(logoUrl).pathname} alt="Logo" className="max-h-8 max-w-48 object-contain" />
          )}
        </div>
      </div>
    </header>
  )
}

/** The product's mark and name, leading home. */
export function ProductLogo() {
  return (
    <a href="/" className="inline-flex items-center gap-2.5 rounded-sm text-17 font-semibold tracking-tight text-ink">
      <img src="/favicon.svg" alt="" width={26} height={26} />
      {BRAND.name}
    </a>
  )
}
