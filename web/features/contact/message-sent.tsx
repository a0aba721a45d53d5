import { CircleCheck } from 'lucide-react'

/** In the place of the form, as large as it, so that nothing moves. */
export function MessageSent({ mailed, answerTime }: { mailed: boolean; answerTime: string }) {
  return (
    <div role="status" className="grid animate-appear content-center gap-2 [grid-area:1/1]">
      <CircleCheck size={28} aria-hidden className="text-success" />
      <p className="text-21 font-semibold">{mailed ? 'Message Sent!' : 'Message kept'}</p>
      <p className="text-15 text-muted">
        {mailed
          ? `Thank you for reaching out. We'll get back to you within ${answerTime}.`
          : 'This server sends no mail. Whoever runs it finds your message in its outbox.'}
      </p>
    </div>
  )
}
