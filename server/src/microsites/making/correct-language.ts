import { randomUUID } from 'node:crypto'
import { ANALYSTS, getIds, type AnalystName } from '@callfolio/shared/engines.ts'
import { STEP } from '@callfolio/shared/progress/steps.ts'
import { AppError } from '../../kernel/errors.ts'
import { assertNothingRemoved } from '../removal/remove-part.ts'
import { getOwned } from '../records/get-owned.ts'
import { enqueueWork } from '../work/job-kinds.ts'
import type { MicrositeChange, OwnedMicrosite } from '../records/microsite.ts'
import { notFinished, type RequestAnalysisDeps } from './request-analysis.ts'
import { revise, type ReviseDeps } from '../records/revise.ts'

export type CorrectLanguageDeps = RequestAnalysisDeps & ReviseDeps

/**
 * Sets the spoken language of a finished microsite: nothing is transcribed again, but later transcripts use it. A recap
 * that a model wrote in the language of the call is made again by the same model, as by `requestAnalysis`.
 * @param language BCP 47 tag.
 * @throws AppError invalid_request without a transcript, conflict while the microsite is being worked on or has failed.
 */
export async function correctLanguage(
  deps: CorrectLanguageDeps,
  site: OwnedMicrosite,
  language: string,
): Promise<void> {
  assertNothingRemoved(site, ['transcript'])
  const analyst = await readyWriter(deps, site)
  await revise(
    deps,
    () => getOwned(deps.microsites, site.userId, site.id),
    (now) => getChange(now, language, analyst),
  )
  await enqueueWork(deps, site.id)
}

function getChange(site: OwnedMicrosite, language: string, analyst: AnalystName | null): MicrositeChange {
  const { status, replacing, redacting, transcriptInfo: info, engines, recapLanguage } = site
  if (status !== 'active' || replacing || redacting !== null) throw notFinished()
  if (info === null || !site.segments?.length)
    throw new AppError('invalid_request', 'This microsite has no transcript, so it has no language to correct.')
  const isAnother = info.language !== language
  return {
    language,
    transcriptInfo: { ...info, language },
    ...(isAnother &&
      engines !== null &&
      analyst !== null &&
      recapLanguage === null && {
        engines: { ...engines, next: { id: randomUUID(), analyst } },
        replacing: true,
        step: STEP.analysis,
        progress: 0,
        stepDetail: null,
      }),
  }
}

/** The model that wrote the recap, if it is still available. */
async function readyWriter(
  { canAnalyse }: Pick<CorrectLanguageDeps, 'canAnalyse'>,
  { engines }: OwnedMicrosite,
): Promise<AnalystName | null> {
  const analyst = getIds(ANALYSTS).find((name) => name === engines?.analyst && ANALYSTS[name].writes)
  return analyst !== undefined && (await canAnalyse(analyst)) ? analyst : null
}
