/** The words of the player in one language. */
export interface Texts {
  board: string;
  black: string;
  white: string;
  empty: string;
  first: string;
  back10: string;
  back: string;
  forward: string;
  forward10: string;
  last: string;
  previousVariation: string;
  nextVariation: string;
  nextComment: string;
  play: string;
  pause: string;
  settings: string;
  skin: string;
  coordinates: string;
  numbers: string;
  sound: string;
  none: string;
  all: string;
  lastMove: string;
  info: string;
  tree: string;
  variations: string;
  comment: string;
  captures: string;
  toPlay: string;
  move: string;
  pass: string;
  games: string;
  game: string;
  search: string;
  failed: string;
  discard: string;
  right: string;
  wrong: string;
  notInTree: string;
  unsolved: string;
  hint: string;
  retry: string;
  nextProblem: string;
  solved: string;
  yourMove: string;
  guess: string;
  near: string;
  far: string;
  reveal: string;
  score: string;
  finished: string;
  unavailable: string;
  tools: string;
  erase: string;
  triangle: string;
  square: string;
  circle: string;
  cross: string;
  letter: string;
  number: string;
  undo: string;
  redo: string;
  remove: string;
  mainLine: string;
  save: string;
  copy: string;
  copied: string;
  tapAgain: string;
  territory: string;
  last_: string;
}

const en: Texts = {
  board: "Board", black: "Black", white: "White", empty: "empty",
  first: "First move", back10: "Back 10 moves", back: "Previous move", forward: "Next move",
  forward10: "Forward 10 moves", last: "Last move", previousVariation: "Previous variation",
  nextVariation: "Next variation", nextComment: "Next comment",
  play: "Play automatically", pause: "Pause", settings: "Settings", skin: "Look", coordinates: "Coordinates",
  numbers: "Move numbers", sound: "Sound", none: "None", all: "All", lastMove: "Last 5", info: "Game info", tree: "Tree", variations: "Next moves",
  comment: "Comment", captures: "captures", toPlay: "to play", move: "Move", pass: "pass", games: "Games",
  game: "Game", search: "Filter", failed: "This file cannot be shown", discard: "The changes are not saved. Open another file?",
  right: "Right!", wrong: "Wrong.", notInTree: "This move is not in the solution.", unsolved: "This problem has no solution.", hint: "Hint", retry: "Try again",
  nextProblem: "Next problem", solved: "solved", yourMove: "Your move.", guess: "Guess the next move.",
  near: "Close.", far: "No.", reveal: "Show move", score: "Score", finished: "The game is over.", unavailable: "This mode is not available for this game.",
  tools: "Tools", erase: "Erase", triangle: "Triangle", square: "Square", circle: "Circle", cross: "Cross",
  letter: "Letter", number: "Number", undo: "Undo", redo: "Redo", remove: "Delete node", mainLine: "Make main line",
  save: "Save", copy: "Copy SGF", copied: "Copied", tapAgain: "Tap again to play here.", territory: "territory",
  last_: "last move",
};

const de: Texts = {
  board: "Brett", black: "Schwarz", white: "Weiß", empty: "leer",
  first: "Erster Zug", back10: "10 Züge zurück", back: "Voriger Zug", forward: "Nächster Zug",
  forward10: "10 Züge vor", last: "Letzter Zug", previousVariation: "Vorige Variante",
  nextVariation: "Nächste Variante", nextComment: "Nächster Kommentar",
  play: "Automatisch abspielen", pause: "Pause", settings: "Einstellungen", skin: "Aussehen",
  coordinates: "Koordinaten", numbers: "Zugnummern", sound: "Ton", none: "Keine", all: "Alle", lastMove: "Letzte 5", info: "Spieldaten", tree: "Baum", variations: "Nächste Züge",
  comment: "Kommentar", captures: "Gefangene", toPlay: "am Zug", move: "Zug", pass: "passt", games: "Partien",
  game: "Partie", search: "Filter", failed: "Diese Datei kann nicht angezeigt werden", discard: "Die Änderungen sind nicht gespeichert. Eine andere Datei öffnen?",
  right: "Richtig!", wrong: "Falsch.", notInTree: "Dieser Zug steht nicht in der Lösung.", unsolved: "Diese Aufgabe hat keine Lösung.",
  hint: "Hinweis", retry: "Noch einmal", nextProblem: "Nächste Aufgabe", solved: "gelöst", yourMove: "Du bist am Zug.",
  guess: "Rate den nächsten Zug.", near: "Fast.", far: "Nein.", reveal: "Zug zeigen",
  score: "Punkte", finished: "Die Partie ist zu Ende.", unavailable: "Diesen Modus gibt es für dieses Spiel nicht.", tools: "Werkzeuge", erase: "Löschen", triangle: "Dreieck",
  square: "Quadrat", circle: "Kreis", cross: "Kreuz", letter: "Buchstabe", number: "Zahl", undo: "Rückgängig",
  redo: "Wiederholen", remove: "Knoten löschen", mainLine: "Zur Hauptvariante machen", save: "Speichern",
  copy: "SGF kopieren", copied: "Kopiert", tapAgain: "Zum Setzen noch einmal tippen.", territory: "Gebiet",
  last_: "letzter Zug",
};

const ja: Texts = {
  board: "碁盤", black: "黒", white: "白", empty: "空点",
  first: "最初へ", back10: "10手戻る", back: "前の手", forward: "次の手", forward10: "10手進む", last: "最後へ",
  previousVariation: "前の変化", nextVariation: "次の変化", nextComment: "次のコメント",
  play: "自動再生", pause: "一時停止", settings: "設定", skin: "外観", coordinates: "座標", numbers: "手順番号",
  sound: "音", none: "なし", all: "すべて", lastMove: "直近5手",
  info: "対局情報", tree: "変化図", variations: "次の手", comment: "コメント", captures: "アゲハマ", toPlay: "の番",
  move: "手", pass: "パス", games: "棋譜一覧", game: "棋譜", search: "絞り込み",
  failed: "このファイルは表示できません", discard: "変更は保存されていません。別のファイルを開きますか？", right: "正解！", wrong: "失敗。",
  notInTree: "この手は解答にありません。", unsolved: "解答がありません。", hint: "ヒント", retry: "もう一度", nextProblem: "次の問題", solved: "正解数",
  yourMove: "あなたの番です。", guess: "次の一手を当ててください。", near: "惜しい。", far: "違います。",
  reveal: "手を見る", score: "得点", finished: "終局です。", unavailable: "このゲームでは使えないモードです。", tools: "道具", erase: "消す", triangle: "三角", square: "四角",
  circle: "丸", cross: "バツ", letter: "文字", number: "数字", undo: "元に戻す", redo: "やり直す", remove: "ノードを削除",
  mainLine: "本譜にする", save: "保存", copy: "SGFをコピー", copied: "コピーしました", tapAgain: "もう一度タップで着手。",
  territory: "地", last_: "最終手",
};

const zh: Texts = {
  board: "棋盘", black: "黑", white: "白", empty: "空",
  first: "第一手", back10: "后退10手", back: "上一手", forward: "下一手", forward10: "前进10手", last: "最后一手",
  previousVariation: "上一变化", nextVariation: "下一变化", nextComment: "下一注解",
  play: "自动播放", pause: "暂停", settings: "设置", skin: "外观", coordinates: "坐标", numbers: "手数", sound: "声音",
  none: "无", all: "全部", lastMove: "最近5手", info: "对局信息", tree: "变化图",
  variations: "下一手", comment: "注解", captures: "提子", toPlay: "下", move: "手", pass: "停一手", games: "棋谱列表",
  game: "棋谱", search: "筛选", failed: "无法显示此文件", discard: "更改尚未保存。要打开其他文件吗？", right: "正确！",
  wrong: "错误。", notInTree: "此手不在答案中。", unsolved: "此题没有答案。", hint: "提示", retry: "重试", nextProblem: "下一题", solved: "已解",
  yourMove: "轮到你。", guess: "猜下一手。", near: "接近。", far: "不对。", reveal: "显示着手", score: "得分",
  finished: "对局结束。", unavailable: "此游戏不支持此模式。", tools: "工具", erase: "擦除", triangle: "三角", square: "方块", circle: "圆圈", cross: "叉",
  letter: "字母", number: "数字", undo: "撤销", redo: "重做", remove: "删除节点", mainLine: "设为主线", save: "保存",
  copy: "复制SGF", copied: "已复制", tapAgain: "再点一次落子。", territory: "目", last_: "最后一手",
};

const ko: Texts = {
  board: "바둑판", black: "흑", white: "백", empty: "빈 점",
  first: "처음으로", back10: "10수 뒤로", back: "이전 수", forward: "다음 수", forward10: "10수 앞으로", last: "마지막으로",
  previousVariation: "이전 변화", nextVariation: "다음 변화", nextComment: "다음 해설",
  play: "자동 재생", pause: "일시 정지", settings: "설정", skin: "모양", coordinates: "좌표", numbers: "수순 번호",
  sound: "소리", none: "없음", all: "모두", lastMove: "최근 5수",
  info: "대국 정보", tree: "변화도", variations: "다음 수", comment: "해설", captures: "사석", toPlay: "차례", move: "수",
  pass: "통과", games: "기보 목록", game: "기보", search: "찾기", failed: "이 파일을 표시할 수 없습니다", discard: "변경 내용이 저장되지 않았습니다. 다른 파일을 여시겠습니까?",
  right: "정답!", wrong: "오답.", notInTree: "정답에 없는 수입니다.", unsolved: "해답이 없습니다.", hint: "힌트",
  retry: "다시", nextProblem: "다음 문제", solved: "해결", yourMove: "당신 차례입니다.", guess: "다음 수를 맞혀 보세요.",
  near: "가깝습니다.", far: "아닙니다.", reveal: "수 보기", score: "점수", finished: "대국이 끝났습니다.", unavailable: "이 게임에서는 쓸 수 없는 모드입니다.",
  tools: "도구", erase: "지우기", triangle: "세모", square: "네모", circle: "동그라미", cross: "가위표", letter: "글자",
  number: "숫자", undo: "실행 취소", redo: "다시 실행", remove: "노드 삭제", mainLine: "본선으로", save: "저장",
  copy: "SGF 복사", copied: "복사됨", tapAgain: "다시 누르면 둡니다.", territory: "집", last_: "마지막 수",
};

const ALL: { [language: string]: Texts } = { en, de, ja, zh, ko };

/** The languages that the player speaks. */
export const LANGUAGES = Object.keys(ALL);

/** The words of the first language that is known; English if none is. */
export function textsFor(...languages: readonly (string | null | undefined)[]): [language: string, texts: Texts] {
  for (const language of languages) {
    const short = language?.toLowerCase().split("-")[0];
    if (short && ALL[short]) return [short, ALL[short]];
  }
  return ["en", en];
}
