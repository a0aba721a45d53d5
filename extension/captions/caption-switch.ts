import type { CaptionSiteId } from '../messaging/captions-protocol.ts'
import { CAPTION_SITES, type CaptionSite } from './caption-sites.ts'

/** On which sites captions are collected. */
export interface CaptionSwitch {
  sitesOn: () => Promise<CaptionSiteId[]>
  /** @returns whether it is on now; it stays off when the person has not allowed the site. */
  set: (site: CaptionSiteId, on: boolean) => Promise<boolean>
  /** Restores what an update of the extension has undone. Call it when the background starts. */
  restore: () => Promise<void>
}

export interface CaptionSwitchDeps {
  wanted: { read: () => Promise<CaptionSiteId[]>; write: (wanted: CaptionSiteId[]) => Promise<void> }
  script: {
    isAllowed: (site: CaptionSite) => Promise<boolean>
    on: (site: CaptionSite) => Promise<boolean>
    off: (site: CaptionSite) => Promise<void>
  }
}

/** Combines the person's stored choice with the browser's permissions. */
export function createCaptionSwitch({ wanted, script }: CaptionSwitchDeps): CaptionSwitch {
  const wantedSites = async (): Promise<CaptionSite[]> => {
    const ids = await wanted.read()
    return CAPTION_SITES.filter(({ id }) => ids.includes(id))
  }
  return {
    async sitesOn() {
      const sites = await Promise.all(
        (await wantedSites()).map(async (site) => [site.id, await script.isAllowed(site)]),
      )
      return sites.flatMap(([id, isAllowed]) => (isAllowed === true ? [id as CaptionSiteId] : []))
    },
    async set(siteId, on) {
      const others = (await wanted.read()).filter((id) => id !== siteId)
      let isOn = false
      for (const site of CAPTION_SITES.filter(({ id }) => id === siteId)) {
        if (on) isOn = await script.on(site)
        else await script.off(site)
      }
      await wanted.write(isOn ? [...others, siteId] : others)
      return isOn
    },
    async restore() {
      for (const site of await wantedSites()) await script.on(site)
    },
  }
}
