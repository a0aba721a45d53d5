interface RecipientChoiceProps {
  speakers: readonly string[]
  recipients: readonly string[]
  onChange: (recipients: readonly string[]) => void
}

/** Who of the speakers is greeted. */
export function RecipientChoice({ speakers, recipients, onChange }: RecipientChoiceProps) {
  return (
    <fieldset className="grid min-w-0 grid-cols-1 gap-1.5">
      <legend className="mb-1.5 text-13 font-medium">Whom do you write to?</legend>
      <div className="flex flex-wrap gap-x-5 gap-y-2">
        {speakers.map((name) => (
          <label key={name} className="inline-flex max-w-full min-w-0 cursor-pointer items-center gap-2 text-15">
            <input
              type="checkbox"
              checked={recipients.includes(name)}
              onChange={({ target }) =>
                onChange(speakers.filter((each) => (each === name ? target.checked : recipients.includes(each))))
              }
              className="size-4 shrink-0 accent-accent-fill"
            />
            <span className="truncate">{name}</span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
