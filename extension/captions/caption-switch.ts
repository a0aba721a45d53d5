/** Whether captions are collected. */
export interface CaptionSwitch {
  isOn: () => Promise<boolean>
  /** @returns whether it is on now; it stays off when the person has not allowed the site. */
  set: (on: boolean) => Promise<boolean>
  /** Restores what an update of the extension has undone. Call it when the background starts. */
  restore: () => Promise<void>
}

export interface CaptionSwitchDeps {
  wanted: { read: () => Promise<boolean>; write: (wanted: boolean) => Promise<void> }
  script: { isAllowed: () => Promise<boolean>; on: () => Promise<boolean>; off: () => Promise<void> }
}

/** Combines the person's stored choice with the browser's permission. */
export function createCaptionSwitch({ wanted, script }: CaptionSwitchDeps): CaptionSwitch {
  return {
    isOn: async () => (await wanted.read()) && (await script.isAllowed()),
    async set(on) {
      const isOn = on ? await script.on() : await script.off().then(() => false)
      await wanted.write(isOn)
      return isOn
    },
    async restore() {
      if (await wanted.read()) await script.on()
    },
  }
}
