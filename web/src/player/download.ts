/** The name under which a record is saved: that of the file at the address it came from. */
export function sgfName(source: string): string {
  const path = URL.canParse(source) ? new URL(source).pathname : "";
  const stem = /([^/]+?)(\.[^./]*)?$/.exec(path)?.[1] ?? "game";
  try {
    return `${decodeURIComponent(stem)}.sgf`;
  } catch {
    return `${stem}.sgf`;
  }
}

/** Hands a file to the reader of the page. */
export function download(name: string, type: string, data: BlobPart): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([data], { type }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

/** The drawing of a board as a file of its own, with the colors that are shown. */
export function toSvg(board: Element): string {
  const drawing = board.querySelector("svg");
  if (!drawing) throw new Error("this game has no board");
  const copy = drawing.cloneNode(true) as SVGSVGElement;
  copy.querySelector(".grid")?.remove();
  const from = [drawing, ...drawing.querySelectorAll("*")].filter((node) => !node.closest(".grid"));
  const to = [copy, ...copy.querySelectorAll("*")];
  const wanted = ["fill", "fill-opacity", "stroke", "stroke-width", "opacity", "stop-color", "stop-opacity", "font-family", "font-size", "font-weight", "text-anchor", "dominant-baseline"];
  from.forEach((node, index) => {
    const style = getComputedStyle(node);
    for (const name of wanted) to[index].setAttribute(name, style.getPropertyValue(name));
  });
  copy.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  return new XMLSerializer().serializeToString(copy);
}

/** The picture of a drawing, 1000 pixels wide. */
export async function png(text: string): Promise<Blob> {
  const picture = new Image();
  const url = URL.createObjectURL(new Blob([text], { type: "image/svg+xml" }));
  try {
    picture.src = url;
    await picture.decode();
    const canvas = document.createElement("canvas");
    canvas.width = 1000;
    canvas.height = Math.round((1000 * picture.naturalHeight) / picture.naturalWidth) || 1000;
    canvas.getContext("2d")!.drawImage(picture, 0, 0, canvas.width, canvas.height);
    return await new Promise((done, fail) => canvas.toBlob((blob) => (blob ? done(blob) : fail(new Error("the picture is empty"))), "image/png"));
  } finally {
    URL.revokeObjectURL(url);
  }
}
