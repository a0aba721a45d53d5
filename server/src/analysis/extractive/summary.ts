import { MOST_EVIDENCE_LINES } from '@callfolio/shared/contract/microsite.ts'
import type { DraftItem } from '../analyst.ts'
import type { Line } from './lines.ts'
import type { NextMeeting } from './next-meeting.ts'
import { listed, getPeople, type Person } from './people.ts'

/** Who met, and the next meeting. */
export function getSummary(meeting: NextMeeting | null, lines: readonly Line[]): DraftItem[] {
  if (meeting === null) return opening(lines)
  const segmentIds = meeting.lines.flatMap((index) => lines[index]?.segmentIds ?? []).slice(0, MOST_EVIDENCE_LINES)
  return [...opening(lines), { text: `Next meeting: ${meeting.when}.`, segmentIds, due: meeting.when }]
}

function opening(lines: readonly Line[]): DraftItem[] {
  const people = placed(getPeople(lines))
  if (people.length < 2) return []
  const segmentIds = [...new Set(people.map(({ line }) => line))]
    .flatMap((index) => lines[index]?.segmentIds.slice(0, 1) ?? [])
    .slice(0, MOST_EVIDENCE_LINES)
  const groups = sidesByOrganisation(people)
  const text =
    groups === null
      ? `${listed(people.map(called))} spoke.`
      : `${listed(groups[0].map(called))} spoke with ${listed(groups[1].map(called))}.`
  return [{ text, segmentIds }]
}

/**
 * If only one of several speakers names a company, readers would take the rest for the other side; then none is stated.
 */
function placed(people: readonly Person[]): readonly Person[] {
  return people.length === 2 || getCompanies(people).length > 1
    ? people
    : people.map((person) => ({ ...person, organisation: null }))
}

function getCompanies(people: readonly Person[]): string[] {
  return [...new Set(people.flatMap(({ organisation }) => organisation ?? []))]
}

function called({ name, organisation }: Person): string {
  return organisation === null ? name : `${name} of ${organisation}`
}

function sidesByOrganisation(people: readonly Person[]): readonly [Person[], Person[]] | null {
  if (people.length === 2) return [people.slice(0, 1), people.slice(1)]
  const named = getCompanies(people)
  if (named.length !== 2 || people.some(({ organisation }) => organisation === null)) return null
  return [
    people.filter(({ organisation }) => organisation === named[0]),
    people.filter(({ organisation }) => organisation === named[1]),
  ]
}

/** The companies that met; null if none is named. */
export function getTitle(lines: readonly Line[]): string | null {
  const companies = getCompanies(placed(getPeople(lines)))
  return companies.length === 0 || companies.length > 2 ? null : `${listed(companies)}: call`
}
