import { MAX_PARTICIPANT } from '@callfolio/shared/participants.ts'

/** "(she/her)", "they/them" */
export const PRONOUNS =
  /\s*[([]?\b(?:she|he|they|it|ze|xe|any|sie|er|elle|il|ella|él)(?:\s*\/\s*[\p{L}']+){1,3}[)\]]?$/iu

/** Who someone is to the viewer, or in the meeting, as sites add it to a name in their most used languages. */
const ROLE = [
  'you|me|host|co-?host|guest|organi[sz]er|presenter|presenting|presentation|external|unverified',
  'du|sie|ich|gastgeber(?:in)?|co-gastgeber(?:in)?|gast|organisator(?:in)?|präsentation|extern|nicht überprüft',
  'vous|toi|moi|hôte|co-hôte|invitée?|organisa(?:teur|trice)|présentation|externe|non vérifiée?',
  'tú|yo|usted|anfitri(?:ón|ona)|coanfitri(?:ón|ona)|invitad[oa]|organizador[a]?|presentación|extern[oa]|sin verificar',
  'você|eu|anfitri(?:ão|ã)|coanfitri(?:ão|ã)|convidad[oa]|apresentação|não verificad[oa]',
  'tu|io|ospite|organizzat(?:ore|rice)|presentazione|estern[oa]|non verificat[oa]|jij|u|ik|gastheer|presentatie',
  'あなた|自分|私|ホスト|共同ホスト|ゲスト|開催者|主催者|プレゼンテーション|外部|未確認',
  '你|您|我|主持人|联席主持人|来宾|访客|组织者|演示|外部|나|본인|호스트|공동 호스트|게스트|이끌이|외부',
].join('|')
const ROLES = new RegExp(`(?:\\s*[(（](?:${ROLE})(?:\\s*[,、，]\\s*(?:${ROLE}))*[)）])+$`, 'iu')
const ONLY_ROLE = new RegExp(`^(?:${ROLE})$`, 'iu')

/**
 * A person's name from what a page shows of them: without their role and pronouns. @returns null if it shows something
 * else: "You", a telephone number, an icon's name, "Connecting…".
 */
export function personName(shown: string): string | null {
  const name = shown.replace(/\s+/g, ' ').trim().replace(ROLES, '').replace(PRONOUNS, '').replace(ROLES, '').trim()
  const isName = /\p{L}/u.test(name) && !ONLY_ROLE.test(name) && !/^[a-z\d]+(?:_[a-z\d]+)+$|(?:…|\.{3})$/.test(name)
  return isName && name.length <= MAX_PARTICIPANT ? name : null
}

/** Whether a site shows this text in place of a person's picture: "AW", "A". */
export function isInitials(text: string, name: string): boolean {
  const letters = name.split(/[\s-]+/).map((word) => /^./u.exec(word)?.[0] ?? '')
  const shown = [letters.join(''), `${letters[0]}${letters.at(-1)}`, letters[0]].map((each) => each?.toUpperCase())
  return /^\p{Lu}{1,3}$/u.test(text) && shown.includes(text)
}
