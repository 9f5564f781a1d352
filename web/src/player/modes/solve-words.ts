import type { Words } from "../texts.js";

/** The words of problems and guesses alone. */
export const WORDS = {
  right: ["Right!", "Richtig!", "正解！", "正确！", "정답!"],
  wrong: ["Wrong.", "Falsch.", "失敗。", "错误。", "오답."],
  notInTree: ["This move is not in the solution.", "Dieser Zug steht nicht in der Lösung.", "この手は解答にありません。", "此手不在答案中。", "정답에 없는 수입니다."],
  unsolved: ["This problem has no solution.", "Diese Aufgabe hat keine Lösung.", "解答がありません。", "此题没有答案。", "해답이 없습니다."],
  hint: ["Hint", "Hinweis", "ヒント", "提示", "힌트"],
  retry: ["Try again", "Noch einmal", "もう一度", "重试", "다시"],
  nextProblem: ["Next problem", "Nächste Aufgabe", "次の問題", "下一题", "다음 문제"],
  solved: ["solved", "gelöst", "正解数", "已解", "해결"],
  yourMove: ["Your move.", "Du bist am Zug.", "あなたの番です。", "轮到你。", "당신 차례입니다."],
  guess: ["Guess the next move.", "Rate den nächsten Zug.", "次の一手を当ててください。", "猜下一手。", "다음 수를 맞혀 보세요."],
  near: ["Close.", "Fast.", "惜しい。", "接近。", "가깝습니다."],
  far: ["No.", "Nein.", "違います。", "不对。", "아닙니다."],
  reveal: ["Show move", "Zug zeigen", "手を見る", "显示着手", "수 보기"],
  score: ["Score", "Punkte", "得点", "得分", "점수"],
  finished: ["The game is over.", "Die Partie ist zu Ende.", "終局です。", "对局结束。", "대국이 끝났습니다."],
  unavailable: ["This mode is not available for this game.", "Diesen Modus gibt es für dieses Spiel nicht.", "このゲームでは使えないモードです。", "此游戏不支持此模式。", "이 게임에서는 쓸 수 없는 모드입니다."],
} satisfies Words;
