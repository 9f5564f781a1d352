"""A session with `kifu lsp` by the client of pygls, and one with a client that dies or sends bad frames.

Usage: pip install pygls && python session.py path/to/kifu
"""

import asyncio
import subprocess
import sys
import tempfile
from pathlib import Path

from lsprotocol import types
from pygls.lsp.client import LanguageClient

TEXT = "(;FF[4]GM[1]CA[UTF-8]SZ[9]PB[名人𠮷]KM[6,5];B[ee];W[ee])\n"


async def session(kifu: str, folder: Path) -> None:
    record = folder / "my game.sgf"
    record.write_text(TEXT, encoding="utf-8")
    uri = record.as_uri()
    client = LanguageClient("session", "1")
    published: asyncio.Queue = asyncio.Queue()

    @client.feature(types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)
    def _(params: types.PublishDiagnosticsParams) -> None:
        published.put_nowait(params)

    await client.start_io(kifu, "lsp")
    answer = await client.initialize_async(
        types.InitializeParams(
            capabilities=types.ClientCapabilities(
                general=types.GeneralClientCapabilities(position_encodings=[types.PositionEncodingKind.Utf16]),
            ),
            workspace_folders=[types.WorkspaceFolder(uri=folder.as_uri(), name="games")],
        )
    )
    assert answer.server_info and answer.server_info.name == "kifu"
    assert answer.capabilities.position_encoding == types.PositionEncodingKind.Utf16
    client.initialized(types.InitializedParams())
    item = types.TextDocumentItem(uri=uri, language_id="sgf", version=1, text=TEXT)
    client.text_document_did_open(types.DidOpenTextDocumentParams(text_document=item))
    found = await asyncio.wait_for(published.get(), 10)
    codes = {diagnostic.code: diagnostic for diagnostic in found.diagnostics}
    assert {"V214", "G401"} <= set(codes), codes
    assert codes["V214"].range.start == types.Position(line=0, character=37), codes["V214"]

    document = types.TextDocumentIdentifier(uri=uri)
    actions = await client.text_document_code_action_async(
        types.CodeActionParams(
            text_document=document,
            range=codes["V214"].range,
            context=types.CodeActionContext(diagnostics=[], only=["source.fixAll.kifu"]),
        )
    )
    edits = actions[0].edit.changes[uri]
    assert [edit.new_text for edit in edits] == ["."], edits
    change = types.TextDocumentContentChangePartial(range=edits[0].range, text=edits[0].new_text)
    client.text_document_did_change(
        types.DidChangeTextDocumentParams(
            text_document=types.VersionedTextDocumentIdentifier(uri=uri, version=2), content_changes=[change]
        )
    )
    found = await asyncio.wait_for(published.get(), 10)
    assert found.version == 2 and "V214" not in {diagnostic.code for diagnostic in found.diagnostics}

    place = {"text_document": document, "position": types.Position(line=0, character=46)}
    hover = await client.text_document_hover_async(types.HoverParams(**place))
    assert "Black E5" in hover.contents.value, hover
    outline = await client.text_document_document_symbol_async(types.DocumentSymbolParams(text_document=document))
    assert outline[0].name == "名人𠮷 – ?", outline
    items = await client.text_document_completion_async(types.CompletionParams(**place))
    assert "aa" in {item.label for item in items}, items
    form = types.DocumentFormattingParams(
        text_document=document, options=types.FormattingOptions(tab_size=4, insert_spaces=True)
    )
    assert await client.text_document_formatting_async(form) is not None
    symbols = await client.workspace_symbol_async(types.WorkspaceSymbolParams(query="名人"))
    assert [symbol.location.uri for symbol in symbols] == [uri], (symbols, uri)
    await client.shutdown_async(None)
    client.exit(None)
    status = await asyncio.wait_for(client._server.wait(), 10)
    assert status == 0, status
    await client.stop()


def frames(kifu: str) -> None:
    def run(content: bytes) -> tuple[int, bytes]:
        done = subprocess.run([kifu, "lsp"], input=content, capture_output=True, timeout=20)
        return done.returncode, done.stdout

    def frame(content: bytes) -> bytes:
        return b"Content-Length: %d\r\n\r\n" % len(content) + content

    # The client dies: at once, and within a message.
    assert run(b"")[0] == 1
    assert run(b"Content-Length: 10\r\n\r\n{}")[0] == 1
    # A header that is none.
    assert run(b"hello\r\n\r\n")[0] == 1
    # Bytes that are no JSON are answered, and the next message is read.
    begin = frame(b'{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"capabilities":{}}}')
    end = frame(b'{"jsonrpc":"2.0","id":2,"method":"shutdown"}') + frame(b'{"jsonrpc":"2.0","method":"exit"}')
    status, output = run(frame(b"{") + begin + frame(b'{"id":7,"method":"no/such"}') + end)
    assert status == 0, status
    assert b"-32700" in output and b"-32601" in output and b'"hoverProvider":true' in output, output
    # A request that is canceled before it is read gets an answer all the same.
    cancel = frame(b'{"method":"$/cancelRequest","params":{"id":8}}')
    status, output = run(begin + frame(b'{"id":8,"method":"workspace/symbol","params":{"query":""}}') + cancel + end)
    assert status == 0 and b'"id":8' in output, output


def main() -> None:
    kifu = sys.argv[1]
    with tempfile.TemporaryDirectory() as folder:
        asyncio.run(session(kifu, Path(folder).resolve()))
    frames(kifu)
    print("the session went well")


main()
