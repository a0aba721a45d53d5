import { BRAND } from '@callfolio/shared/brand.ts'
import { PLANS } from '@callfolio/shared/plans.ts'
import { LegalPage, type LegalDocument } from '../features/legal/legal-page.tsx'
import { ContactFacts, EngineFacts, LegalLink, OperatorFacts } from '../features/legal/legal-facts.tsx'

/** /terms-of-service */
export function TermsOfServiceScreen() {
  return <LegalPage document={TERMS_OF_SERVICE} />
}

const { free, pro, team } = PLANS

const TERMS_OF_SERVICE: LegalDocument = {
  title: 'Terms of Service',
  summary: `The agreement between you and whoever runs this ${BRAND.name} server.`,
  date: 'Enforced July 7th 2025',
  sections: [
    {
      id: 'agreement',
      title: 'Who agrees to what',
      content: (
        <>
          <p>
            {BRAND.name} is software that runs on a server of its operator. In these terms “we” are the operator of the
            server whose address you see in your browser, and “you” are the person who opens an account on it, and the
            company you act for.
          </p>
          <OperatorFacts />
          <p>
            By creating an account you agree to these terms, to the{' '}
            <LegalLink to="/terms-of-use">Terms of Use</LegalLink>, which say in detail how microsites and shared links
            work, and to the <LegalLink to="/privacy-policy">Privacy Policy</LegalLink>.
          </p>
        </>
      ),
    },
    {
      id: 'service',
      title: 'What the service does',
      content: (
        <>
          <p>
            You upload the recording of a sales call, a demo or another meeting. The service makes a page of it, a
            microsite: title, description, video, summary, transcript, quotes, action points, important points and a
            todo list. You can edit what was made, tag it, share it by links that expire, and export it.
          </p>
          <p>
            Transcripts and analyses are made by machines. They can mishear words, miss what mattered or put it under
            the wrong name. Quotes are checked against the transcript, and every item leads to its moment in the
            recording so that you can check it yourself. Do so before you rely on it or send it to someone.
          </p>
        </>
      ),
    },
    {
      id: 'ai',
      title: 'Processing by AI providers',
      content: (
        <>
          <p>
            Transcripts and recaps are made on the server itself. Where the operator has set one up, AI processing is
            done by third-party AI providers.
          </p>
          <EngineFacts />
        </>
      ),
    },
    {
      id: 'account',
      title: 'Your account',
      content: (
        <>
          <p>
            The service is not for children under 13, and they may not open an account. Give an e-mail address that is
            yours, and keep your password to yourself. What is done with your account counts as done by you until you
            tell us that someone else has got into it.
          </p>
          <p>You can sign out at any time; a new password ends all other sessions of the account.</p>
        </>
      ),
    },
    {
      id: 'content',
      title: 'Your recordings',
      content: (
        <>
          <p>
            Recordings and what is made of them stay yours. You let us store, convert, transcribe and analyse them, and
            show them to the people you share them with, for as long as you keep them here and for no other purpose.
          </p>
          <p>You promise that</p>
          <ul>
            <li>everyone in the recording knows that it was made, and has agreed where the law asks for that;</li>
            <li>you may hand the recording to a service like this one, and share what you share;</li>
            <li>nothing in it is unlawful or infringes the rights of others.</li>
          </ul>
        </>
      ),
    },
    {
      id: 'plans',
      title: 'Plans and payment',
      content: (
        <>
          <p>
            The {free.name} plan is free: {free.limits.micrositesPerMonth} microsites a month. {pro.name} costs $
            {pro.monthlyPrice} a month, or less when paid for a year at once; the prices are on the{' '}
            <LegalLink to="/pricing">pricing page</LegalLink>. {team.name} is announced and can’t be bought yet.
          </p>
          <p>
            Payments go through a card payment provider, on its own page. We see that you paid, for which plan and until
            when; we never see the number of your card. A plan is renewed at the end of its period until it is
            cancelled.
          </p>
          <p>
            A cancelled plan stays in force until the end of the period that was paid. If the payment of that period
            failed, was disputed or went back to you in full, the plan ends with its cancellation; a refund alone ends
            nothing. When a payment fails, the plan stays for 14 days while the provider tries again.
          </p>
          <p>
            The premium features are Notion export, Word export, the Google Docs copy, search in transcripts and files
            without a watermark, besides the larger limits. What you made with a higher plan stays when a lower one
            follows.
          </p>
        </>
      ),
    },
    {
      id: 'misuse',
      title: 'What is not allowed',
      content: (
        <ul>
          <li>Trying to reach the accounts, recordings or links of others, or guessing links.</li>
          <li>Getting around the limits of a plan, for example with several accounts.</li>
          <li>Uploading files that are meant to harm the service or the people who open what you share.</li>
          <li>Recording people in secret where that is forbidden.</li>
        </ul>
      ),
    },
    {
      id: 'availability',
      title: 'Availability and liability',
      content: (
        <>
          <p>
            We do what is reasonable to keep the service running and your recordings safe, but it is provided as it is:
            we don’t promise that it is always there or free of faults. Keep the original of a recording that you can’t
            afford to lose.
          </p>
          <p>
            As far as the law allows, we are not liable for losses that come from relying on a transcript or an
            analysis, from a link that you shared, or from the service being away. Nothing here limits liability that
            the law does not let us limit.
          </p>
        </>
      ),
    },
    {
      id: 'end',
      title: 'Ending it',
      content: (
        <p>
          You may stop at any time: delete your microsites, or your account with all of them in the settings. We may
          close an account that breaks these terms, and we tell you before if that is possible. What a closed account
          held is removed.
        </p>
      ),
    },
    {
      id: 'changes',
      title: 'Changes and contact',
      content: (
        <>
          <p>
            When these terms change, the date above changes, and a change that matters is announced in the product
            before it holds.
          </p>
          <ContactFacts />
        </>
      ),
    },
  ],
}
