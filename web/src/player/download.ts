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

/** The properties of the style sheet that change a drawing, and the usual values of those that elements do not inherit. */
const PROPERTIES: { [name: string]: string | undefined } = {
  fill: undefined, "fill-opacity": undefined,
  stroke: undefined, "stroke-width": undefined, "stroke-opacity": undefined, "stroke-dasharray": undefined, "stroke-linecap": undefined, "stroke-linejoin": undefined,
  opacity: "1", "stop-color": "rgb(0, 0, 0)", "stop-opacity": "1",
  "font-family": undefined, "font-size": undefined, "font-weight": undefined, "text-anchor": undefined, "dominant-baseline": undefined,
};

/** The drawing of a board as a file of its own, with the colors that are shown. */
export function toSvg(board: Element): string {
  const drawing = board.querySelector("svg");
  if (!drawing) throw new Error("this game has no board");
  const copy = drawing.cloneNode(true) as SVGSVGElement;
  copy.querySelector(".grid")?.remove();
  const from = [drawing, ...drawing.querySelectorAll("*")].filter((node) => !node.closest(".grid"));
  const to = [copy, ...copy.querySelectorAll("*")];
  from.forEach((node, index) => {
    const style = getComputedStyle(node);
    const around = node === drawing ? undefined : getComputedStyle(node.parentElement!);
    for (const [name, usual] of Object.entries(PROPERTIES)) {
      const value = style.getPropertyValue(name);
      if (to[index].hasAttribute(name) || value !== (usual ?? around?.getPropertyValue(name))) to[index].setAttribute(name, value);
    }
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
