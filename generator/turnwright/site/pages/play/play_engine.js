// The engine of a page that plays: a worker that can be started, asked and stopped.
"use strict";

const play = {};

play.Engine = class {
  constructor(page) {
    this.worker = undefined;
    this.waiting = new Map();
    this.asked = 0;
    // Whoever waits longer has an engine that has gone.
    this.patience = 30_000;
    const at = (path) => new URL(path, document.baseURI).href;
    this.script = at(`${page.root}play_worker.js`);
    this.files = { engine: at(`${page.root}play/engine/`), kit: at(page.kit) };
  }

  // What can be agreed on, once it is ready; `told` hears how much is here.
  start(told) {
    this.stop("started anew");
    return new Promise((ready, failed) => {
      this.failed = failed;
      this.worker = new Worker(this.script, { type: "module" });
      this.worker.onerror = () => this.stop("The engine could not be loaded.");
      this.worker.onmessage = ({ data }) => {
        if ("progress" in data) told(data.progress);
        else if (data.ready) ready(data.ready);
        else if (data.failed && data.id === undefined) this.stop(data.failed);
        else this.answered(data);
      };
      this.worker.postMessage({ start: this.files });
    });
  }

  answered({ id, answer, failed }) {
    const { resolve, reject } = this.waiting.get(id) ?? {};
    this.waiting.delete(id);
    if (failed) reject?.(new Error(failed));
    else resolve?.(JSON.parse(answer));
  }

  ask(what, said = {}) {
    if (!this.worker) return Promise.reject(new Error("The engine is stopped."));
    const id = ++this.asked;
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { resolve, reject });
      setTimeout(() => this.waiting.has(id) && this.stop("The engine does not answer."), this.patience);
      this.worker.postMessage({ id, text: JSON.stringify({ ask: what, ...said }) });
    });
  }

  // Whoever waits is told why nothing comes.
  stop(why = "The engine is stopped.") {
    this.worker?.terminate();
    this.worker = undefined;
    for (const { reject } of this.waiting.values()) reject(new Error(why));
    this.waiting.clear();
    this.failed?.(new Error(why));
    this.failed = undefined;
  }
};
