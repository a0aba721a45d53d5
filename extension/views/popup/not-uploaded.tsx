import { buttonClass } from '@callfolio/shared/ui/button.ts'

/** Says that recordings wait for the person, with the way to them; nothing when none does. */
export function NotUploaded({ count, onShow }: { count: number; onShow: () => void }) {
  if (count === 0) return null
  return (
    <p className="flex items-center justify-between gap-3 text-15">
      <span>{count === 1 ? '1 recording was not uploaded' : `${count} recordings were not uploaded`}</span>
      <button type="button" onClick={onShow} className={buttonClass('secondary', 'sm')}>
        Show
      </button>
    </p>
  )
}
