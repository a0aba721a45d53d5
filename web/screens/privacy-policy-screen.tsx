import { BRAND } from '@callfolio/shared/brand.ts'
import { CONTACT_KEPT_DAYS } from '@callfolio/shared/contract/contact.ts'
import { LegalPage, type LegalDocument } from '../features/legal/legal-page.tsx'
import { ContactFacts, EngineFacts, LegalLink, OperatorFacts } from '../features/legal/legal-facts.tsx'

/** /privacy-policy */
export function PrivacyPolicyScreen() {
  return <LegalPage document={PRIVACY_POLICY} />
}

const PRIVACY_POLICY: LegalDocument = {
  title: 'Privacy Policy',
  summary: 'What is kept about you and your calls, who gets to see it, and how it is removed.',
  date: 'Last changed on November 25th 2026',
  sections: [
    {
      id: 'short',
      title: 'In short',
      content: (
        <ul>
          <li>
            Recordings are stored on this server, or in the storage that its operator uses for it, and processed for one
            purpose: to make the page you asked for.
          </li>
          <li>
            Speech recognition and analysis run on the server itself, unless its operator has set up an AI server. What
            holds here now stands below.
          </li>
          <li>
            No advertising and no trackers; one cookie, only for protected links. The pages load nothing from other
            companies.
          </li>
          <li>Nobody but you can open a microsite until you share a link to it.</li>
          <li>Deleting a microsite removes the recording and everything that was made of it.</li>
        </ul>
      ),
    },
    {
      id: 'who',
      title: 'Who is responsible',
      content: (
        <>
          <p>
            {BRAND.name} is software; the operator of the server whose address you see in your browser runs it and is
            responsible for the data on it. “We” are that operator. For what is said in a recording, the person who
            uploaded it decides, and we act for them.
          </p>
          <OperatorFacts />
        </>
      ),
    },
    {
      id: 'account-data',
      title: 'Your account',
      content: (
        <>
          <p>We keep</p>
          <ul>
            <li>your e-mail address, the name you gave, and your time zone, because your month begins in it;</li>
            <li>your password, only as an argon2id hash, from which it can’t be read;</li>
            <li>
              when you last signed in, and for each session the browser it was opened with, until the session ends, at
              the latest after 30 days without use;
            </li>
            <li>
              where you added them: a phone number, accounts of other services that you sign in with, and second
              factors, whose secrets are kept encrypted or as hashes;
            </li>
            <li>what happened to the account, such as sign-ins and changes of the password, for a year;</li>
            <li>
              your plan, its state and the end of its period; once you pay for one, also the payment provider’s ids of
              you as a customer and of your subscription.
            </li>
          </ul>
        </>
      ),
    },
    {
      id: 'recordings',
      title: 'Recordings and microsites',
      content: (
        <>
          <p>
            We keep the video, a still picture of it, the transcript with its times and speakers, the analysis, and what
            you changed. The sound that is taken out for speech recognition is removed when the microsite is finished,
            and so is an original file that had to be converted. An upload that was never finished or used is removed
            after seven days.
          </p>
          <p>
            A recording may come with the sound of its two sides apart, so that it is certain who speaks; it is kept as
            long as the microsite. Where it does not, voices are separated within the one recording, and nothing by
            which a voice could be known again is kept.
          </p>
          <p>
            The people in a call are part of it: their names, voices and faces, and what they said. Whoever uploads a
            call has to have the right to do so.
          </p>
        </>
      ),
    },
    {
      id: 'ai',
      title: 'Speech recognition, analysis and AI providers',
      content: (
        <>
          <p>
            Transcripts and recaps are made on the server itself, unless its operator has set up an AI server for them:
            then recordings may be processed by third-party AI providers.
          </p>
          <EngineFacts />
          <p>
            <LegalLink to="/data-flow">Where data goes</LegalLink> names every step with its place, as this server is
            set up now.
          </p>
        </>
      ),
    },
    {
      id: 'sharing',
      title: 'Who else can see your calls',
      content: (
        <>
          <p>
            Anyone who has a shared link of yours can read its page, without an account, until the link expires or you
            revoke or delete it; you can have it ask for a password or an e-mail address first. The page leaves the
            video out unless you choose to show it. The <LegalLink to="/terms-of-use">Terms of Use</LegalLink> say
            exactly what it shows.
          </p>
          <p>
            The video is played to you by signed links that last 1 hour. Those who administer the server can technically
            reach what is stored on it.
          </p>
        </>
      ),
    },
    {
      id: 'visitors',
      title: 'Visitors of shared pages',
      content: (
        <p>
          A shared page notes when it was read and which of its sections came into sight. No profile is made and the
          visitor’s network address is not kept with it; it is held in memory for a short time so that no one can count
          up a page or guess its password by force. The visitor’s browser notes that it has been counted, so that a
          reload is not counted again. Where the one who shared a page has it ask for an e-mail address, that person
          sees the address beside the visit, and it is kept until the link is deleted. A cookie, for that page alone and
          for a day at most, remembers that a visitor gave what it asks for.
        </p>
      ),
    },
    {
      id: 'payments',
      title: 'Payments',
      content: (
        <p>
          Paid plans are bought on the page of a card payment provider. It gets your e-mail address and your account’s
          id from us, and your card from you. No script of the provider runs on our pages, and card numbers never reach
          us.
        </p>
      ),
    },
    {
      id: 'browser',
      title: 'What is kept in your browser',
      content: (
        <p>
          Your session, so that you stay signed in; a note of uploads that are not finished, so that they can go on
          after a reload; the todos you ticked; and, when you go to pay, a note that your payment is awaited, which
          counts for half an hour. They stay in the storage of your browser, which you can empty at any time. There is
          one cookie: it remembers that you unlocked a protected link, and is sent only to that link’s page.
        </p>
      ),
    },
    {
      id: 'contact-form',
      title: 'Messages to us',
      content: (
        <p>
          What you write in the contact form is sent to the operator’s mailbox or, where the server sends no mail, put
          into a folder of the operator’s on the server, from which it is removed after {CONTACT_KEPT_DAYS} days. It is
          used to answer you, and is not kept in the database.
        </p>
      ),
    },
    {
      id: 'removal',
      title: 'Seeing, correcting and removing your data',
      content: (
        <>
          <p>
            You can see and edit everything on your microsites, export it, and delete it. Deleting removes the
            recording, the files made of it, the transcript, the analysis and all links at once: from then on nobody can
            find or open them here. You get a receipt without content, kept for a year.
          </p>
          <p>
            What a database’s own files hold is another matter. Where this server uses SQLite, deleted rows are
            overwritten with zeros, and deleted words leave its log and search index within a minute. Where it uses
            PostgreSQL, that program’s files and its log of changes may hold deleted rows until it uses their place
            again, which can take hours or days; no one can read them through this server, but those who administer the
            database could. Disks keep traces of deleted files in a similar way. And backups that the operator keeps may
            hold what was deleted until they are replaced.
          </p>
          <p>
            In the settings, under “Your data”, you can choose how long recordings, transcripts and pages are kept;
            seven days before anything is removed a mail names it. You can download everything as one archive and delete
            your account; you have seven days to think again. If you are in a recording and object to it, write to us.
            Where the law of your country gives you further rights, such as a complaint to a supervisory authority, you
            have them.
          </p>
        </>
      ),
    },
    {
      id: 'children',
      title: 'Children',
      content: (
        <p>
          The service is not for children under 13, and we don’t knowingly keep data about them. If it has happened,
          tell us and we remove it.
        </p>
      ),
    },
    { id: 'contact', title: 'Contact', content: <ContactFacts /> },
  ],
}
