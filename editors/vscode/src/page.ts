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

/** Runs in the page. A node that comes from the text is not sent back to it. */
const script = `
const api = globalThis.acquireVsCodeApi?.() ?? { postMessage: (message) => parent.postMessage(message, "*") };
const player = document.getElementById("player");
let here = { game: 0, node: 0 };
let isFollowing = false;
// The colors follow the theme of the editor, whatever the system prefers.
const shade = () => {
  const classes = document.body.classList;
  const isLight = classes.contains("vscode-light") || classes.contains("vscode-high-contrast-light");
  const isDark = classes.contains("vscode-dark") || classes.contains("vscode-high-contrast");
  player.setAttribute("scheme", isLight ? "light" : isDark ? "dark" : "auto");
};
new MutationObserver(shade).observe(document.body, { attributes: true, attributeFilter: ["class"] });
shade();
const set = (name, value) => {
  // The reader may have left the place that the attribute still names.
  if (player.getAttribute(name) === value) player.removeAttribute(name);
  player.setAttribute(name, value);
};
const show = (game, node, isLoaded) => {
  isFollowing = true;
  if (isLoaded || game !== here.game) set("game", String(game + 1));
  set("node", "#" + node);
  isFollowing = false;
  here = { game, node };
};
addEventListener("message", async ({ data }) => {
  if (data?.do === "text") {
    isFollowing = true;
    await player.load(data.text);
    isFollowing = false;
    show(here.game, here.node, true);
  } else if (data?.do === "node") {
    show(data.game, data.node);
  }
});
player.addEventListener("kifu-node", ({ detail: { game, node } }) => {
  if (isFollowing || (game === here.game && node === here.node)) return;
  here = { game, node };
  api.postMessage({ do: "node", ...here });
});
api.postMessage({ do: "ready" });
`;
