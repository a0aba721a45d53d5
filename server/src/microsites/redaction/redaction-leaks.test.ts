import { describe, expect, test } from 'vitest'
import type { Segment } from '@callfolio/shared/contract/transcript.ts'
import { findLeaks } from './redaction-leaks.ts'

const line = (text: string, speaker: string | null = null): Segment => ({
  id: text,
  start_ms: 0,
  end_ms: 1,
  speaker,
  text,
})
const getWords = (lost: string, kept: string) => findLeaks([line(lost)], [line(kept)])

describe('a text repeats lost lines', () => {
  test.each([
    ['Chinese', '价格是九十五万欧元，客户是西门子。', '我们下周再谈。', '客户西门子'],
    ['Chinese, an amount', '价格是九十五万欧元。', '我们下周再谈。', '报价：九十五万'],
    ['Japanese', 'シーメンスの価格は高いです。', '来週また話しましょう。', 'シーメンス様との通話'],
    ['Korean', '지멘스의 가격은 비쌉니다.', '다음 주에 다시 이야기합시다.', '지멘스와 통화'],
    ['Thai', 'ลูกค้าคือสยามซีเมนต์', 'เราจะคุยกันอีกครั้งสัปดาห์หน้า', 'โทรหาสยามซีเมนต์'],
    ['Hindi', 'ग्राहक सीमेंस है', 'हम अगले हफ्ते बात करेंगे', 'सीमेंस के साथ कॉल'],
    ['accents left out', 'The client is Škoda.', 'We talk again next week.', 'Call with Skoda'],
    ['a number in words', 'It costs ninety five thousand.', 'We talk again next week.', 'Offer: 95,000 €'],
    ['a number in digits', 'It costs 95,000 euros.', 'We talk again next week.', 'Offer: ninety five thousand'],
    ['a number with a scale', 'It costs ninety five thousand.', 'We talk again next week.', 'Offer: 95k'],
    ['a number as Europe writes it', 'It costs ninety five thousand.', 'We talk again next week.', 'Offer: 95.000 €'],
    ['a German number word', 'Das kostet zwanzigtausend.', 'Wir sprechen nächste Woche wieder.', 'Zwanzigtausend'],
  ])('certainly: %s', (_what, lost, kept, text) => {
    expect(getWords(lost, kept).inFree(text)).toBe('certain')
  })

  test.each([
    ['Russian, inflected', 'Это для Газпрома.', 'Поговорим на следующей неделе.', 'Договор с Газпромом'],
    ['a short Russian name, inflected', 'Это сказал Иван.', 'Поговорим на следующей неделе.', 'Звонок с Иваном'],
    ['Finnish, inflected', 'Asiakas on Nokialla.', 'Puhutaan ensi viikolla.', 'Puhelu Nokian kanssa'],
    ['German, in a compound', 'Das ist für Siemens.', 'Wir sprechen nächste Woche wieder.', 'Siemensprojekt'],
    ['Hebrew, with a clinging preposition', 'הלקוח הוא סימנס.', 'נדבר שוב בשבוע הבא.', 'שיחה בסימנס'],
    ['Arabic, with an article', 'العميل هو سيمنز.', 'نتحدث الأسبوع القادم.', 'مكالمة والسيمنز'],
    ['English, another form', 'We acquire Mindspring.', 'We talk again next week.', 'Acquisition of Mindspringers'],
    ['a Chinese amount in digits', '价格是九十五万欧元。', '我们下周再谈。', '报价 95 万'],
  ])('possibly: %s', (_what, lost, kept, text) => {
    expect(getWords(lost, kept).inFree(text)).toBe('uncertain')
  })

  const GERMAN = 'Wir sprechen nächste Woche wieder darüber.'
  test.each([
    ['German', GERMAN, 'zwanzigtausend', '20.000'],
    ['German', GERMAN, 'acht', '8'],
    ['French', 'Nous en reparlons la semaine prochaine, à bientôt.', 'quatre-vingt-dix-sept', '97'],
    ['Spanish', 'Hablamos de eso otra vez la próxima semana.', 'un millón doscientos mil', '1.200.000'],
    [
      'a French line of an English call',
      'We talk about the offer again with you next week.',
      'à vingt mille',
      '20,000',
    ],
  ])('possibly: a number said in words and written in digits, %s', (_language, kept, words, digits) => {
    const leaks = getWords(`${words}.`, kept)
    expect([leaks.inFree(digits), leaks.inProven(digits)]).toEqual(['uncertain', 'uncertain'])
    expect(getWords(`${words}.`, `${kept} ${digits}.`).inProven(digits), 'said by other lines too').toBeNull()
  })

  test('possibly: a number said in digits and written in words that can’t be read', () => {
    const leaks = getWords('20.000.', GERMAN)
    expect(leaks.inFree('Angebot über zwanzigtausend')).toBe('uncertain')
    expect(leaks.inFree('Wir sprechen nächste Woche')).toBeNull()
  })
})

describe('a text repeats no lost lines', () => {
  test.each([
    [
      'that says what other lines say too, in another form',
      'Это для Газпрома.',
      'Мы говорили про Газпром.',
      'Звонок Газпрому',
    ],
    ['with the signs of other lines', '客户是西门子。', '我们下周再谈价格。', '下周再谈价格'],
    ['with a number of other lines, in digits', 'Ninety five of it.', 'We want ninety five seats.', '95 seats'],
    ['with the day of the call', '客户是西门子。', '我们下周再谈。', '2026-03-05 下周再谈'],
    ['with the number of a speaker', 'We take two.', 'We talk again next week.', 'Call with Speaker 2'],
    ['with words that only look like it', 'We met Siemens.', 'We met Siemers.', 'Call with Siemers'],
  ])('%s', (_what, lost, kept, text) => {
    expect(getWords(lost, kept).inFree(text)).toBeNull()
  })

  test('when nothing is lost', () => {
    expect(findLeaks([], [line('We talk.')]).inFree('Anything 95')).toBeNull()
  })
})

test('a text based on other lines may have common words and endings that only lost lines have', () => {
  const words = getWords('We decided about the Siemens price today.', 'We ship it on Friday.')
  expect(words.inProven('The price is on Friday.')).toBeNull()
  expect(words.inProven('Siemens gets it on Friday.')).toBe('certain')
  expect(getWords('シーメンスです。', '来週話します。').inProven('来週です')).toBeNull()
})

describe('a speaker’s name', () => {
  const kept = [line('We talk again next week.', 'Zebulon Quist'), line('Fine.', 'Ann Lee')]

  test('is given away by lost lines that say it, not by lines that are spoken by it', () => {
    const words = findLeaks([line('My name is Zebulon.', 'Ann Lee')], kept)
    expect(words.inName('Zebulon Quist')).toBe(true)
    expect(words.inName('Ann Lee')).toBe(false)
    expect(words.inFree('Call with Ann Lee')).toBeNull()
  })

  test('stays when other lines say it too', () => {
    const words = findLeaks([line('My name is Zebulon.')], [...kept, line('Thank you, Zebulon.', 'Ann Lee')])
    expect(words.inName('Zebulon Quist')).toBe(false)
  })

  test('is given away when the speaker has no lines left', () => {
    expect(findLeaks([line('Fine.', 'Carla Doe')], kept).inFree('Call with Carla')).toBe('certain')
  })
})
