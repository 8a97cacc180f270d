// SPDX-License-Identifier: MIT
//
// The texts of results in every language, and the names of levels; they come with what shows them.
import { groupOf } from '../game/levels'
import { language, t, type LanguageTag } from '../i18n'

const en = {
  won: 'Won',
  drawn: 'Draw',
  lost: 'Lost',
  results: 'Results by level',
  'results.about': 'Whole games against the engine, from the usual start or a drawn opening.',
  level: 'Opponent',
}
type Texts = Record<keyof typeof en, string>

const texts: Record<LanguageTag, Texts> = {
  en,
  'zh-Hant': {
    won: '勝',
    drawn: '和',
    lost: '負',
    results: '各等級戰績',
    'results.about': '只算從標準開局或抽籤開局起與引擎下完的對局。',
    level: '對手',
  },
  'zh-Hans': {
    won: '胜',
    drawn: '和',
    lost: '负',
    results: '各等级战绩',
    'results.about': '只算从标准开局或抽签开局起与引擎下完的对局。',
    level: '对手',
  },
  ja: {
    won: '勝ち',
    drawn: '引き分け',
    lost: '負け',
    results: 'レベル別の成績',
    'results.about': 'エンジンと最初から、または抽選の定石から打った対局だけを数えます。',
    level: '相手',
  },
  tr: {
    won: 'Kazanç',
    drawn: 'Beraberlik',
    lost: 'Kayıp',
    results: 'Düzeylere göre sonuçlar',
    'results.about': 'Motora karşı baştan veya kurayla çekilen açılıştan oynanıp biten oyunlar.',
    level: 'Rakip',
  },
}

export const resultsText = (key: keyof typeof en) => texts[language.value][key]

export const levelText = (level: number) => t('play.level', { level, group: t(`play.level.${groupOf(level).name}`) })
