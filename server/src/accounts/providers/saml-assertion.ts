import { z } from 'zod'

/** The content of an assertion that is valid for this server, now. */
export interface Assertion {
  id: string
  /** The provider's own, permanent ID of the user. */
  nameId: string
  /** By name. */
  attributes: Map<string, string[]>
  /** When it expires. */
  until: Date
}

const time = z.iso.datetime({ offset: true }).transform((text) => new Date(text))
const textNode = z.object({ _: z.string().trim().min(1) })
/** Exactly one element of a name: two would be ambiguous. */
const one = <T extends z.ZodType>(element: T) => z.tuple([element]).transform(([only]) => only)

/** The signed part as node-saml returns it: attributes in `$`, text in `_`, elements in lists. */
const assertionSchema = z.object({
  Assertion: z.object({
    $: z.object({ ID: z.string().min(1), Version: z.literal('2.0') }),
    Issuer: one(textNode),
    Subject: one(
      z.object({
        NameID: one(textNode.extend({ $: z.object({ Format: z.string().optional() }).optional() })),
        SubjectConfirmation: one(
          z.object({
            $: z.object({ Method: z.literal('urn:oasis:names:tc:SAML:2.0:cm:bearer') }),
            SubjectConfirmationData: one(
              z.object({
                $: z.object({ Recipient: z.string(), InResponseTo: z.string(), NotOnOrAfter: time }),
              }),
            ),
          }),
        ),
      }),
    ),
    Conditions: one(
      z.object({
        $: z.object({ NotBefore: time.optional(), NotOnOrAfter: time.optional() }).optional(),
        AudienceRestriction: one(z.object({ Audience: z.array(textNode).min(1) })),
      }),
    ),
    AuthnStatement: z.array(z.unknown()).min(1),
    AttributeStatement: z
      .array(
        z.object({
          Attribute: z
            .array(
              z.object({
                $: z.object({ Name: z.string() }),
                AttributeValue: z.array(z.looseObject({ _: z.string().optional() })).default([]),
              }),
            )
            .default([]),
        }),
      )
      .default([]),
  }),
})

interface Expected {
  /** The ID of the sign-in request it answers. */
  requestId: string
  acsUrl: string
  entityId: string
  audience: string
}

/**
 * Reads an assertion with a valid signature.
 * @throws when it is for another server, another sign-in or another time, or lacks required content.
 */
export function readAssertion(
  signed: unknown,
  expected: Expected,
  { now, skewMs }: { now: Date; skewMs: number },
): Assertion {
  const { $, Issuer, Subject, Conditions, AttributeStatement } = assertionSchema.parse(signed).Assertion
  const { Recipient, InResponseTo, NotOnOrAfter } = Subject.SubjectConfirmation.SubjectConfirmationData.$
  const ends = [NotOnOrAfter, Conditions.$?.NotOnOrAfter].flatMap((end) => (end ? [end.getTime() + skewMs] : []))
  const until = Math.min(...ends)
  for (const [is, what] of [
    [Issuer._ === expected.entityId, 'issuer'],
    [Recipient === expected.acsUrl, 'recipient'],
    [InResponseTo === expected.requestId, 'request'],
    [Conditions.AudienceRestriction.Audience.some(({ _: audience }) => audience === expected.audience), 'audience'],
    [now.getTime() < until, 'time'],
    [(Conditions.$?.NotBefore?.getTime() ?? 0) <= now.getTime() + skewMs, 'time'],
    // A transient ID differs at every sign-in and can't identify a user.
    [!Subject.NameID.$?.Format?.endsWith(':transient'), 'kind of name'],
  ] as const)
    if (!is) throw new Error(`The assertion is for another ${what}`)
  const attributes = new Map<string, string[]>()
  for (const { $: named, AttributeValue } of AttributeStatement.flatMap(({ Attribute }) => Attribute))
    attributes.set(named.Name, [
      ...(attributes.get(named.Name) ?? []),
      ...AttributeValue.flatMap(({ _: value }) => (value === undefined ? [] : [value.trim()])),
    ])
  return { id: $.ID, nameId: Subject.NameID._, attributes, until: new Date(until) }
}
