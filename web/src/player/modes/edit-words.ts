import type { Words } from "../texts.js";

/** The words of the editor alone. */
export const WORDS = {
  tools: ["Tools", "Werkzeuge", "道具", "工具", "도구"],
  erase: ["Erase", "Löschen", "消す", "擦除", "지우기"],
  letter: ["Letter", "Buchstabe", "文字", "字母", "글자"],
  number: ["Number", "Zahl", "数字", "数字", "숫자"],
  name: ["Name of the node", "Name des Knotens", "ノードの名前", "节点名称", "노드 이름"],
  undo: ["Undo", "Rückgängig", "元に戻す", "撤销", "실행 취소"],
  redo: ["Redo", "Wiederholen", "やり直す", "重做", "다시 실행"],
  remove: ["Delete node", "Knoten löschen", "ノードを削除", "删除节点", "노드 삭제"],
  mainLine: ["Make main line", "Zur Hauptvariante machen", "本譜にする", "设为主线", "본선으로"],
  save: ["Save", "Speichern", "保存", "保存", "저장"],
  copy: ["Copy SGF", "SGF kopieren", "SGFをコピー", "复制SGF", "SGF 복사"],
  copied: ["Copied", "Kopiert", "コピーしました", "已复制", "복사됨"],
} satisfies Words;
