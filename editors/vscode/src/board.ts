import { randomBytes } from "node:crypto";

import * as vscode from "vscode";
import type { LanguageClient } from "vscode-languageclient/node";

import { page } from "./page";

/** The answer to `kifu/board` and `kifu/node`. */
interface NodePlace {
  game: number;
  node: number;
  range: { start: vscode.Position; end: vscode.Position };
}

/** A board beside the text of a record: it follows the caret, and the caret follows it. */
export class BoardPanel {
  private static readonly panels = new Map<string, BoardPanel>();

  /** Shows the board of an editor. */
  static show(extension: vscode.Uri, editor: vscode.TextEditor, client: () => LanguageClient | undefined): void {
    const uri = editor.document.uri.toString();
    const known = BoardPanel.panels.get(uri);
    if (known) {
      known.panel.reveal(undefined, true);
      return;
    }
    BoardPanel.panels.set(uri, new BoardPanel(extension, editor.document, client));
  }

  private readonly panel: vscode.WebviewPanel;
  private readonly parts: vscode.Disposable[] = [];
  private timer: NodeJS.Timeout | undefined;

  private constructor(
    extension: vscode.Uri,
    private document: vscode.TextDocument,
    private readonly client: () => LanguageClient | undefined,
  ) {
    const name = document.uri.path.split("/").pop() ?? "record";
    this.panel = vscode.window.createWebviewPanel(
      "kifu.board",
      `Board: ${name}`,
      { viewColumn: vscode.ViewColumn.Beside, preserveFocus: true },
      { enableScripts: true, retainContextWhenHidden: true, localResourceRoots: [vscode.Uri.joinPath(extension, "dist")] },
    );
    const view = this.panel.webview;
    const player = view.asWebviewUri(vscode.Uri.joinPath(extension, "dist", "player.js")).toString();
    const nonce = randomBytes(16).toString("hex");
    this.parts.push(
      view.onDidReceiveMessage((message) => void this.received(message)),
      vscode.workspace.onDidChangeTextDocument((event) => {
        if (this.shows(event.document)) {
          this.later();
        }
      }),
      vscode.window.onDidChangeTextEditorSelection((event) => {
        if (this.shows(event.textEditor.document) && event.kind !== undefined) {
          void this.follow(event.selections[0]?.active);
        }
      }),
      this.panel.onDidDispose(() => this.dispose()),
    );
    view.html = page({ player, nonce, source: view.cspSource });
  }

  /** Whether the board is that of a document; a document that is opened again is another object. */
  private shows(document: vscode.TextDocument): boolean {
    if (document.uri.toString() !== this.document.uri.toString()) {
      return false;
    }
    this.document = document;
    return true;
  }

  /** Sends the text when it has not changed for a moment. */
  private later(): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.sendText(), 200);
  }

  private sendText(): void {
    void this.panel.webview.postMessage({ do: "text", text: this.document.getText() });
    const editor = vscode.window.visibleTextEditors.find((editor) => this.shows(editor.document));
    void this.follow(editor?.selection.active);
  }

  /** Shows the node at a position. */
  private async follow(position: vscode.Position | undefined): Promise<void> {
    if (!position) {
      return;
    }
    const place = await this.ask("kifu/board", { position, format: "none" });
    if (place) {
      void this.panel.webview.postMessage({ do: "node", game: place.game, node: place.node });
    }
  }

  private async received(message: { do: string; game?: number; node?: number }): Promise<void> {
    if (message.do === "ready") {
      this.sendText();
    } else if (message.do === "node") {
      const place = await this.ask("kifu/node", { game: message.game, node: message.node });
      const editor = vscode.window.visibleTextEditors.find((editor) => this.shows(editor.document));
      if (place && editor) {
        const { line, character } = place.range.start;
        const caret = new vscode.Position(line, character);
        editor.selection = new vscode.Selection(caret, caret);
        editor.revealRange(new vscode.Range(caret, caret), vscode.TextEditorRevealType.InCenterIfOutsideViewport);
      }
    }
  }

  private async ask(method: string, more: object): Promise<NodePlace | null> {
    const params = { textDocument: { uri: this.document.uri.toString() }, ...more };
    try {
      return (await this.client()?.sendRequest<NodePlace | null>(method, params)) ?? null;
    } catch {
      // The document changed meanwhile; the next event asks again.
      return null;
    }
  }

  private dispose(): void {
    clearTimeout(this.timer);
    BoardPanel.panels.delete(this.document.uri.toString());
    for (const part of this.parts) {
      part.dispose();
    }
  }
}
