/** The page of a board panel: the player, and the messages between it and the extension. */
export function page({ player, nonce, source }: { player: string; nonce: string; source: string }): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src ${source} data: blob:;
  style-src 'unsafe-inline'; font-src data:; script-src 'nonce-${nonce}' 'wasm-unsafe-eval';">
<title>Board</title>
<style>
  body { margin: 0; padding: 8px; background: var(--vscode-editor-background); color: var(--vscode-editor-foreground); }
</style>
</head>
<body>
<kifu-player id="player" scheme="auto"></kifu-player>
<script nonce="${nonce}" src="${player}"></script>
<script nonce="${nonce}">${script}</script>
</body>
</html>`;
}

/** Runs in the page. A move that comes from the text is not sent back to it. */
const script = `
const api = globalThis.acquireVsCodeApi?.() ?? { postMessage: (message) => parent.postMessage(message, "*") };
const player = document.getElementById("player");
let shown = "";
let wanted = { game: 0, node: 0 };
const show = () => {
  player.setAttribute("game", String(wanted.game + 1));
  player.setAttribute("node", "#" + wanted.node);
  shown = wanted.game + ":" + wanted.node;
};
addEventListener("message", async ({ data }) => {
  if (data?.do === "text") {
    await player.load(data.text);
    show();
  } else if (data?.do === "node") {
    wanted = { game: data.game, node: data.node };
    show();
  }
});
player.addEventListener("kifu-node", ({ detail }) => {
  const here = detail.game + ":" + detail.node;
  if (here === shown) return;
  shown = here;
  wanted = { game: detail.game, node: detail.node };
  api.postMessage({ do: "node", ...wanted });
});
api.postMessage({ do: "ready" });
`;
