// The type of every page, before anything is drawn: so no line moves when it arrives.
"use strict";

for (const [name, style] of [["faustina", "normal"], ["faustina-italic", "italic"]]) {
  const href = new URL(`fonts/${name}.woff2`, document.currentScript.src).href;
  if (location.protocol === "file:") {
    // Nothing is preloaded from the disk, and nothing is slow there either.
    document.fonts.add(new FontFace("Faustina", `url(${href})`, { style, weight: "400 600", display: "swap" }));
  } else {
    document.head.append(
      Object.assign(document.createElement("link"), { rel: "preload", as: "font", type: "font/woff2", crossOrigin: "", href }),
    );
  }
}
