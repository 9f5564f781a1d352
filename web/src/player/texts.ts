/** Words, each in the order of the languages. */
export interface Words {
  [name: string]: [en: string, de: string, ja: string, zh: string, ko: string];
}

/** The words of the player; those of modes are in their scripts. */
const WORDS = {
  language: ["en", "de", "ja", "zh", "ko"],
  board: ["Board", "Brett", "碁盤", "棋盘", "바둑판"],
  black: ["Black", "Schwarz", "黒", "黑", "흑"],
  white: ["White", "Weiß", "白", "白", "백"],
  empty: ["empty", "leer", "空点", "空", "빈 점"],
  first: ["First move", "Erster Zug", "最初へ", "第一手", "처음으로"],
  back10: ["Back 10 moves", "10 Züge zurück", "10手戻る", "后退10手", "10수 뒤로"],
  back: ["Previous move", "Voriger Zug", "前の手", "上一手", "이전 수"],
  forward: ["Next move", "Nächster Zug", "次の手", "下一手", "다음 수"],
  forward10: ["Forward 10 moves", "10 Züge vor", "10手進む", "前进10手", "10수 앞으로"],
  last: ["Last move", "Letzter Zug", "最後へ", "最后一手", "마지막으로"],
  previousVariation: ["Previous variation", "Vorige Variante", "前の変化", "上一变化", "이전 변화"],
  nextVariation: ["Next variation", "Nächste Variante", "次の変化", "下一变化", "다음 변화"],
  nextComment: ["Next comment", "Nächster Kommentar", "次のコメント", "下一注解", "다음 해설"],
  play: ["Play automatically", "Automatisch abspielen", "自動再生", "自动播放", "자동 재생"],
  pause: ["Pause", "Pause", "一時停止", "暂停", "일시 정지"],
  settings: ["Settings", "Einstellungen", "設定", "设置", "설정"],
  skin: ["Look", "Aussehen", "外観", "外观", "모양"],
  kaya: ["Kaya", "Kaya", "榧", "榧木", "비자나무"],
  paper: ["Paper", "Papier", "紙", "纸", "종이"],
  walnut: ["Walnut", "Nussbaum", "胡桃", "胡桃木", "호두나무"],
  bamboo: ["Bamboo", "Bambus", "竹", "竹", "대나무"],
  ink: ["Ink", "Tinte", "墨", "墨", "먹"],
  contrast: ["Contrast", "Kontrast", "高コントラスト", "高对比度", "고대비"],
  coordinates: ["Coordinates", "Koordinaten", "座標", "坐标", "좌표"],
  numbers: ["Move numbers", "Zugnummern", "手順番号", "手数", "수순 번호"],
  sound: ["Sound", "Ton", "音", "声音", "소리"],
  none: ["None", "Keine", "なし", "无", "없음"],
  all: ["All", "Alle", "すべて", "全部", "모두"],
  lastMove: ["Last 5", "Letzte 5", "直近5手", "最近5手", "최근 5수"],
  info: ["Game info", "Spieldaten", "対局情報", "对局信息", "대국 정보"],
  // The names of the game info, as the library writes them.
  Game: ["Game", "Partie", "対局", "对局", "대국"],
  Event: ["Event", "Turnier", "棋戦", "赛事", "대회"],
  Round: ["Round", "Runde", "局", "轮次", "국"],
  Place: ["Place", "Ort", "場所", "地点", "장소"],
  Date: ["Date", "Datum", "日付", "日期", "날짜"],
  Black: ["Black", "Schwarz", "黒番", "黑方", "흑"],
  White: ["White", "Weiß", "白番", "白方", "백"],
  Handicap: ["Handicap", "Vorgabe", "置石", "让子", "접바둑"],
  Komi: ["Komi", "Komi", "コミ", "贴目", "덤"],
  Rules: ["Rules", "Regeln", "ルール", "规则", "규칙"],
  Time: ["Time", "Bedenkzeit", "持ち時間", "用时", "제한시간"],
  Overtime: ["Overtime", "Byoyomi", "秒読み", "读秒", "초읽기"],
  Opening: ["Opening", "Eröffnung", "布石", "布局", "포석"],
  Result: ["Result", "Ergebnis", "結果", "结果", "결과"],
  Source: ["Source", "Quelle", "出典", "来源", "출처"],
  Annotator: ["Annotator", "Kommentator", "解説", "解说", "해설"],
  Copyright: ["Copyright", "Copyright", "著作権", "版权", "저작권"],
  About: ["About", "Beschreibung", "概要", "简介", "소개"],
  tree: ["Tree", "Baum", "変化図", "变化图", "변화도"],
  variations: ["Next moves", "Nächste Züge", "次の手", "下一手", "다음 수"],
  comment: ["Comment", "Kommentar", "コメント", "注解", "해설"],
  properties: ["All properties", "Alle Eigenschaften", "すべてのプロパティ", "全部属性", "모든 속성"],
  note: ["Note", "Anmerkung", "注記", "说明", "참고"],
  captures: ["captures", "Gefangene", "アゲハマ", "提子", "사석"],
  toPlay: ["to play", "am Zug", "の番", "下", "차례"],
  move: ["Move", "Zug", "手", "手", "수"],
  pass: ["pass", "passt", "パス", "停一手", "통과"],
  toPass: ["Pass", "Passen", "パス", "停一手", "통과"],
  setup: ["Setup", "Stellung", "配置", "摆子", "배치"],
  variation: ["Variation", "Variante", "変化", "变化", "변화"],
  games: ["Games", "Partien", "棋譜一覧", "棋谱列表", "기보 목록"],
  game: ["Game", "Partie", "棋譜", "棋谱", "기보"],
  search: ["Filter", "Filter", "絞り込み", "筛选", "찾기"],
  find: ["Move number or text", "Zugnummer oder Text", "手数または文字列", "手数或文字", "수순 번호 또는 텍스트"],
  notFound: ["Not found.", "Nicht gefunden.", "見つかりません。", "未找到。", "찾을 수 없습니다."],
  loading: ["Loading…", "Wird geladen…", "読み込み中…", "正在载入…", "불러오는 중…"],
  failed: ["This file cannot be shown", "Diese Datei kann nicht angezeigt werden", "このファイルは表示できません", "无法显示此文件", "이 파일을 표시할 수 없습니다"],
  discard: ["The changes are not saved. Open another file?", "Die Änderungen sind nicht gespeichert. Eine andere Datei öffnen?", "変更は保存されていません。別のファイルを開きますか？", "更改尚未保存。要打开其他文件吗？", "변경 내용이 저장되지 않았습니다. 다른 파일을 여시겠습니까?"],
  triangle: ["Triangle", "Dreieck", "三角", "三角", "세모"],
  square: ["Square", "Quadrat", "四角", "方块", "네모"],
  circle: ["Circle", "Kreis", "丸", "圆圈", "동그라미"],
  cross: ["Cross", "Kreuz", "バツ", "叉", "가위표"],
  tapAgain: ["Tap again to confirm.", "Zum Bestätigen noch einmal tippen.", "もう一度タップで確定。", "再点一次确认。", "다시 누르면 확정됩니다."],
  territory: ["territory", "Gebiet", "地", "目", "집"],
  last_: ["last move", "letzter Zug", "最終手", "最后一手", "마지막 수"],
} satisfies Words;

/** The languages that the player speaks. */
export const LANGUAGES: string[] = WORDS.language;

/** The words of the player in one language. */
export type Texts = { [name in keyof typeof WORDS]: string };

/** Words in one language. */
export function wordsIn<W extends Words>(words: W, language: string): { [name in keyof W]: string } {
  const texts = Object.entries(words).map(([name, word]) => [name, word[LANGUAGES.indexOf(language)]]);
  return Object.fromEntries(texts);
}

/** The words of the first language that is known; English if none is. */
export function textsFor(...languages: readonly (string | null | undefined)[]): Texts {
  const wanted = languages.map((language) => language?.toLowerCase().split("-")[0] ?? "");
  return wordsIn(WORDS, wanted.find((language) => LANGUAGES.includes(language)) ?? "en");
}
