import { expect, test } from 'vitest'
import { SPOKEN_LANGUAGES } from '@callfolio/shared/recap-language.ts'
import { MODELS } from '../speech-models/manifest.ts'
import { detectLanguage, languageSample } from './spoken-language.ts'

/** Something said in a sales call, in each language of the speech model. */
const SAID: Record<string, string> = {
  bg: 'Добър ден, радвам се, че намерихте време. Да, нека започнем с цената, защото шефът ми иска да знае колко ще струва до края на годината. Ще ви изпратя оферта в петък и после ще се чуем отново.',
  cs: 'Dobrý den, jsem rád, že jste si našli čas. Ano, začněme cenou, protože můj šéf chce vědět, kolik to bude stát do konce roku. Pošlu vám nabídku v pátek a potom si zase zavoláme příští týden.',
  da: 'Goddag, det glæder mig, at I har taget jer tid. Ja, lad os begynde med prisen, for min chef vil gerne vide, hvad det kommer til at koste inden årets udgang. Jeg sender jer et tilbud på fredag, og så taler vi sammen igen i næste uge.',
  de: 'Guten Tag, schön, dass Sie Zeit gefunden haben. Ja, fangen wir mit dem Preis an, weil mein Chef wissen will, was es bis zum Ende des Jahres kostet. Ich schicke Ihnen am Freitag ein Angebot, und dann sprechen wir nächste Woche wieder.',
  el: 'Καλησπέρα, χαίρομαι που βρήκατε χρόνο. Ναι, ας αρχίσουμε με την τιμή, γιατί το αφεντικό μου θέλει να ξέρει πόσο θα κοστίσει μέχρι το τέλος του χρόνου. Θα σας στείλω προσφορά την Παρασκευή και μετά τα λέμε πάλι.',
  en: 'Good afternoon, I am glad you found the time. Yes, let us start with the price, because my boss wants to know what it will cost by the end of the year. I will send you a quote on Friday and then we can talk again next week.',
  es: 'Buenas tardes, me alegro de que hayáis encontrado tiempo. Sí, empecemos por el precio, porque mi jefe quiere saber cuánto va a costar hasta el final del año. Os mando un presupuesto el viernes y luego hablamos otra vez la semana que viene.',
  et: 'Tere päevast, mul on hea meel, et te aega leidsite. Jah, alustame hinnast, sest minu ülemus tahab teada, kui palju see aasta lõpuni maksma läheb. Saadan teile reedel pakkumise ja siis räägime järgmisel nädalal uuesti.',
  fi: 'Hyvää päivää, hienoa että löysitte aikaa. Kyllä, aloitetaan hinnasta, koska pomoni haluaa tietää, paljonko se maksaa vuoden loppuun mennessä. Lähetän teille tarjouksen perjantaina ja sitten jutellaan taas ensi viikolla.',
  fr: 'Bonjour, je suis content que vous ayez trouvé le temps. Oui, commençons par le prix, parce que mon patron veut savoir combien cela va coûter jusqu’à la fin de l’année. Je vous envoie un devis vendredi et on se rappelle la semaine prochaine.',
  hr: 'Dobar dan, drago mi je da ste našli vremena. Da, počnimo s cijenom, jer moj šef želi znati koliko će to koštati do kraja godine. Poslat ću vam ponudu u petak pa ćemo se opet čuti sljedeći tjedan.',
  hu: 'Jó napot, örülök, hogy találtak időt. Igen, kezdjük az árral, mert a főnököm tudni szeretné, mennyibe fog kerülni az év végéig. Pénteken küldök egy ajánlatot, és aztán jövő héten megint beszélünk.',
  it: 'Buongiorno, sono contento che abbiate trovato il tempo. Sì, cominciamo dal prezzo, perché il mio capo vuole sapere quanto costerà entro la fine dell’anno. Vi mando un preventivo venerdì e poi ci risentiamo la settimana prossima.',
  lt: 'Laba diena, džiaugiuosi, kad radote laiko. Taip, pradėkime nuo kainos, nes mano viršininkas nori žinoti, kiek tai kainuos iki metų pabaigos. Penktadienį atsiųsiu jums pasiūlymą, o tada kitą savaitę vėl pasikalbėsime.',
  lv: 'Labdien, priecājos, ka atradāt laiku. Jā, sāksim ar cenu, jo mans priekšnieks grib zināt, cik tas maksās līdz gada beigām. Es jums piektdien nosūtīšu piedāvājumu, un tad nākamnedēļ atkal parunāsim.',
  mt: 'Il-wara nofsinhar it-tajjeb, kuntent li sibtu l-ħin. Iva, ejja nibdew bil-prezz, għax il-kap tiegħi jrid ikun jaf kemm se jiswa sal-aħħar tas-sena. Nibgħatlek stima nhar il-Ġimgħa u mbagħad nerġgħu nitkellmu l-ġimgħa d-dieħla.',
  nl: 'Goedemiddag, fijn dat jullie tijd hebben gevonden. Ja, laten we met de prijs beginnen, want mijn baas wil weten wat het tot het einde van het jaar gaat kosten. Ik stuur jullie vrijdag een offerte en dan bellen we volgende week weer.',
  pl: 'Dzień dobry, cieszę się, że znaleźliście czas. Tak, zacznijmy od ceny, bo mój szef chce wiedzieć, ile to będzie kosztować do końca roku. Wyślę państwu ofertę w piątek, a potem porozmawiamy znowu w przyszłym tygodniu.',
  pt: 'Boa tarde, fico contente que tenham encontrado tempo. Sim, vamos começar pelo preço, porque o meu chefe quer saber quanto vai custar até ao fim do ano. Envio-vos uma proposta na sexta-feira e depois falamos outra vez na próxima semana.',
  ro: 'Bună ziua, mă bucur că ați găsit timp. Da, să începem cu prețul, pentru că șeful meu vrea să știe cât o să coste până la sfârșitul anului. Vă trimit o ofertă vineri și apoi vorbim din nou săptămâna viitoare.',
  ru: 'Добрый день, рад, что вы нашли время. Да, давайте начнём с цены, потому что мой начальник хочет знать, сколько это будет стоить до конца года. Я отправлю вам предложение в пятницу, а потом снова созвонимся.',
  sk: 'Dobrý deň, som rád, že ste si našli čas. Áno, začnime cenou, pretože môj šéf chce vedieť, koľko to bude stáť do konca roka. Pošlem vám ponuku v piatok a potom si zase zavoláme budúci týždeň.',
  sl: 'Dober dan, vesel sem, da ste našli čas. Da, začnimo s ceno, ker moj šef želi vedeti, koliko bo to stalo do konca leta. V petek vam pošljem ponudbo in potem se naslednji teden spet slišimo.',
  sv: 'God eftermiddag, vad roligt att ni hade tid. Ja, låt oss börja med priset, för min chef vill veta vad det kommer att kosta till slutet av året. Jag skickar en offert på fredag och sedan pratar vi igen nästa vecka.',
  uk: 'Добрий день, радий, що ви знайшли час. Так, почнімо з ціни, бо мій керівник хоче знати, скільки це коштуватиме до кінця року. Я надішлю вам пропозицію у п’ятницю, а потім знову зідзвонимося наступного тижня.',
}

const LANGUAGES = MODELS.find(({ id }) => id === 'parakeet-tdt-0.6b-v3-int8')?.languages ?? []

test('detects each language of the speech model from eight words, and offers it for choice', async () => {
  expect(Object.keys(SAID).toSorted()).toEqual(LANGUAGES.toSorted())
  expect(LANGUAGES.filter((code) => !SPOKEN_LANGUAGES.includes(code))).toEqual([])
  for (const code of LANGUAGES) {
    const words = (SAID[code] ?? '').split(' ')
    const pieces = Array.from({ length: Math.floor(words.length / 8) }, (_, at) => words.slice(8 * at, 8 * at + 8))
    const found = await Promise.all(pieces.map((piece) => detectLanguage(piece.join(' '))))
    // A piece may be too short or ambiguous between two related languages; the whole is neither.
    expect(found.filter((each) => each !== null && each !== code).length, `${code}: ${found.join(', ')}`).toBeLessThan(
      2,
    )
    expect(await detectLanguage(SAID[code] ?? ''), code).toBe(code)
  }
})

test('detects no language in a few words, numbers or nothing', async () => {
  for (const text of ['', 'Ha ha, okay, yes.', '10 20 30 40 50 60 70 80 90 100 … 1,000,000'])
    expect(await detectLanguage(text), text).toBeNull()
})

test('detects the language of the whole call, whatever its greeting is in', async () => {
  const greeting = Array.from({ length: 20 }, () => ({ text: SAID['en'] ?? '' }))
  const call = Array.from({ length: 200 }, () => ({ text: SAID['de'] ?? '' }))
  const sample = languageSample([...greeting, ...call])
  expect(sample.length).toBeLessThanOrEqual(5000)
  expect(await detectLanguage(sample)).toBe('de')
})
