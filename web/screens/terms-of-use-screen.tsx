import { BRAND } from '@callfolio/shared/brand.ts'
import { LONGEST_RECORDING_SECONDS } from '@callfolio/shared/recording-limits.ts'
import { PLANS } from '@callfolio/shared/plans.ts'
import { LegalPage, type LegalDocument } from '../features/legal/legal-page.tsx'
import { ContactFacts, LegalLink } from '../features/legal/legal-facts.tsx'

/** /terms-of-use */
export function TermsOfUseScreen() {
  return <LegalPage document={TERMS_OF_USE} />
}

const { free, pro } = PLANS

const TERMS_OF_USE: LegalDocument = {
  title: 'Terms of Use',
  summary: 'How uploads, microsites, shared links and exports work, and what you have to mind with each.',
  date: 'Enforced July 7th 2025',
  sections: [
    {
      id: 'scope',
      title: 'For whom these terms are',
      content: (
        <p>
          They hold for everyone who uses this {BRAND.name} server: with an account, or as someone who opens a shared
          link. The <LegalLink to="/terms-of-service">Terms of Service</LegalLink> hold beside them for those with an
          account. Nobody under 13 may use the service.
        </p>
      ),
    },
    {
      id: 'uploads',
      title: 'Uploading a recording',
      content: (
        <>
          <p>
            A recording is a video file of up to 2 GB. On the {free.name} plan it may be{' '}
            {(free.limits.videoSeconds ?? 0) / 60} minutes long, and a month has {free.limits.micrositesPerMonth}{' '}
            microsites; on {pro.name} there are {pro.limits.micrositesPerMonth}, of up to{' '}
            {LONGEST_RECORDING_SECONDS / 3600} hours each. The server measures both itself.
          </p>
          <p>
            Before you upload a call, make sure that the people in it know of the recording and that you may use it like
            this. In many places the law asks for the consent of everyone in the call.
          </p>
          <p>
            A recording that a browser can’t play is converted, and the original file is removed once that has worked.
          </p>
        </>
      ),
    },
    {
      id: 'video',
      title: 'Your own microsites and their videos',
      content: (
        <>
          <p>A microsite on its own address is open only to its owner, after signing in.</p>
          <p>
            Its video is played by a signed link that lasts 1 hour and is renewed while the page is open. Whoever gets
            hold of such a link can play the video until the hour is over, so don’t pass it on: share the microsite
            instead.
          </p>
        </>
      ),
    },
    {
      id: 'sharing',
      title: 'Shared links',
      content: (
        <>
          <p>
            A shared link opens a page for anyone who has it. No account is asked for, so send it only to people who may
            read the call. You can have a link ask for a password or for the visitor’s e-mail address.
          </p>
          <ul>
            <li>
              The page shows title and description, and summary, key quotes, action points, important points, todo list
              and transcript, or those of them that you choose.
            </li>
            <li>It does not show the video unless you choose to.</li>
            <li>It shows your logo and colour where you have set them.</li>
            <li>
              A link lasts 1, 3, 7, 14, 30 or 90 days, as you choose. After that, or once you revoke or delete it, the
              page can’t be opened any more and its video stops. What someone has read, copied or printed before stays
              with them.
            </li>
            <li>
              Openings are counted, with the sections that were reached. They don’t tell you who it was, unless the link
              asked for an e-mail address; what a visitor enters there is not checked. Yours are not counted, nor are
              those of programs that fetch a link to show a preview.
            </li>
            <li>Search engines are asked not to list shared pages.</li>
          </ul>
        </>
      ),
    },
    {
      id: 'reading',
      title: 'If you were sent a link',
      content: (
        <p>
          Someone shared the record of a call with you. It may hold what people said in confidence: treat it as you
          would treat minutes of the meeting. If you are in the call and don’t agree with its being shared, tell the
          person who sent you the link, or us.
        </p>
      ),
    },
    {
      id: 'exports',
      title: 'Exports and premium features',
      content: (
        <>
          <p>
            An export is made in your browser from what the page shows. The {free.name} plan has PDF, with a watermark,
            and SRT, VTT and JSON. Word export, Notion export and the Google Docs copy are premium features: they come
            with {pro.name}, and so does PDF without the watermark. “PDF” means a file made for printing, which your
            browser prints or saves as PDF.
          </p>
          <p>Plans are paid through a card payment provider; the Terms of Service say more.</p>
        </>
      ),
    },
    {
      id: 'accuracy',
      title: 'What machines wrote',
      content: (
        <p>
          Transcript, summary, quotes and lists are made by machines and can be wrong. Each item leads to its moment in
          the recording: check it there before you act on it. Nothing the service writes is legal, financial or other
          professional advice.
        </p>
      ),
    },
    {
      id: 'conduct',
      title: 'Fair use',
      content: (
        <>
          <p>
            Don’t use the service to harass, deceive or spy on people, don’t guess links, don’t try to overload it, and
            don’t open accounts to get around limits. Requests are limited per network address, so that one user can’t
            slow down the others.
          </p>
          <p>Links to unlawful content are switched off as soon as we know of them.</p>
        </>
      ),
    },
    { id: 'contact', title: 'Contact', content: <ContactFacts /> },
  ],
}
