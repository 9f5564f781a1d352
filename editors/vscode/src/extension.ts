import * as vscode from "vscode";
import { LanguageClient, type LanguageClientOptions, type ServerOptions } from "vscode-languageclient/node";

import { BoardPanel } from "./board";

let client: LanguageClient | undefined;

/** Starts the server, with the settings of the user. */
async function start(): Promise<void> {
  const path = vscode.workspace.getConfiguration("kifu").get<string>("path") || "kifu";
  const server: ServerOptions = { command: path, args: ["lsp"] };
  const options: LanguageClientOptions = {
    documentSelector: [{ language: "sgf" }],
    initializationOptions: vscode.workspace.getConfiguration("kifu"),
    synchronize: { configurationSection: "kifu" },
  };
  client = new LanguageClient("kifu", "Kifu", server, options);
  try {
    await client.start();
  } catch (error) {
    const open = "Open the Setting";
    const message = `Kifu: cannot start \`${path} lsp\`: ${error instanceof Error ? error.message : String(error)}`;
    if ((await vscode.window.showErrorMessage(message, open)) === open) {
      await vscode.commands.executeCommand("workbench.action.openSettings", "kifu.path");
    }
  }
}

async function stop(): Promise<void> {
  const running = client;
  client = undefined;
  if (running?.isRunning()) {
    await running.stop();
  }
}

export async function activate(context: vscode.ExtensionContext): Promise<void> {
  context.subscriptions.push(
    vscode.commands.registerCommand("kifu.showBoard", () => {
      const editor = vscode.window.activeTextEditor;
      if (editor?.document.languageId === "sgf") {
        BoardPanel.show(context.extensionUri, editor, () => client);
      }
    }),
    vscode.commands.registerCommand("kifu.restart", async () => {
      await stop();
      await start();
    }),
    vscode.workspace.onDidChangeConfiguration(async (event) => {
      if (event.affectsConfiguration("kifu.path")) {
        await stop();
        await start();
      }
    }),
  );
  await start();
}

export async function deactivate(): Promise<void> {
  await stop();
}
