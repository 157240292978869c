// A page where a system is played: it starts the engine, shows its answers, and keeps the battle on the device.
// No rule is here: what may be done, and why not, comes from the engine.
"use strict";

{
  const page = document.getElementById("play");
  const part = (name) => page.querySelector(name);
  const key = (name) => `turnwright.${name}.${page.dataset.system}`;

  play.page = page.dataset;
  play.engine = new play.Engine(page.dataset);
  play.screen = "setup";

  // What stays on the device. Where nothing can be kept, that is told, and it stays in the page.
  const unkept = new Map();
  play.store = {
    read(name) {
      if (unkept.has(name)) return unkept.get(name);
      try {
        return JSON.parse(localStorage.getItem(key(name)) ?? "null");
      } catch {
        return null;
      }
    },
    write(name, value) {
      try {
        localStorage.setItem(key(name), JSON.stringify(value));
        unkept.delete(name);
      } catch {
        unkept.set(name, value);
        play.tell("This device keeps nothing more, so this battle is lost when the page is closed. Keep it as a file.");
      }
    },
  };

  // --- Telling --------------------------------------------------------------------------------

  play.tell = (text, ...more) => {
    const bar = part(".notice-bar");
    bar.replaceChildren(text, ...more);
    bar.hidden = !text;
    // A tap puts it away, unless it asks for something.
    bar.onclick = ({ target }) => { if (!target.closest("a") && !bar.querySelector("button")) play.tell(""); };
    // Whoever has a sheet open does not see what is behind it.
    const sheet = part(".sheet");
    sheet.querySelector(".notice-bar")?.remove();
    if (bar.querySelector("button")) sheet.close();
    if (!text || !sheet.open) return;
    const copy = [text, ...more].map((each) => (each instanceof Node ? each.cloneNode(true) : each));
    sheet.prepend(play.make("p", { className: "notice-bar", role: "alert" }, copy));
    sheet.scrollTop = 0;
  };

  play.refusal = ({ message, because }) => [play.make("b", {}, "No. "), `${message.charAt(0).toUpperCase()}${message.slice(1)}${/[.?!]$/.test(message) ? "" : "."}`, because.length ? play.reasons(because) : ""].filter(Boolean);

  play.render = () => {
    const screens = { setup: play.setup, table: play.battle, ask: play.asking };
    const within = part(".screen").contains(document.activeElement);
    part(".screen").replaceChildren(screens[play.screen]());
    part(".screen").hidden = false;
    document.body.classList.toggle("in-battle", play.screen !== "setup");
    if (play.screen !== "table") return;
    // Of a round that is wider than the screen the part that is now is in sight.
    for (const now of document.querySelectorAll(".track .now")) now.closest(".track").scrollLeft = now.offsetLeft - 32;
    // Whoever goes on by the keyboard begins where it is said whose decision it is.
    if (within) document.getElementById("decides").focus({ preventScroll: true });
    // What is asked is in sight, unless it is answered by a tap on the units.
    const offers = part(".offers");
    if (!play.tapsUnits() && offers.getBoundingClientRect().bottom < 160) offers.scrollIntoView({ block: "start" });
  };

  // What was asked for by the address is over; whoever opens the page again goes on with the battle.
  const forgetAddress = () => history.replaceState(null, "", location.pathname);

  play.show = async (screen, said = new URLSearchParams()) => {
    play.tell("");
    if (play.screen === "ask" && screen !== "ask") forgetAddress();
    play.screen = screen;
    if (screen === "setup") play.kept = play.store.read("battle");
    if (screen === "ask") {
      play.can ??= await play.ask("can_be_asked");
      if (!play.can || play.can.refused) {
        play.screen = "setup";
        play.can = undefined;
        return play.render();
      }
      play.question ??= play.questionFrom(said);
      return play.answerAsk();
    }
    return play.render();
  };

  // --- Asking ---------------------------------------------------------------------------------

  // An answer, or undefined where the engine has gone.
  const answered = async (what, said) => {
    try {
      return await play.engine.ask(what, said);
    } catch (error) {
      stopped(error.message);
      return undefined;
    }
  };
  // A refusal is told.
  play.ask = async (what, said) => {
    const answer = await answered(what, said);
    if (answer?.refused) play.tell(...play.refusal(answer.refused));
    return answer;
  };
  play.may = (question) => answered("may", question);

  const taken = (answer) => {
    if (!answer || answer.refused) return answer;
    play.tell("");
    play.screen = "table";
    play.slot = answer.slot;
    if ("at" in answer) {
      if (play.table && answer.last === answer.at && play.table.last - play.table.at >= FEWEST) shelve();
      play.table = answer;
      play.since = performance.now();
      play.causes = [];
      keepOnDevice();
    }
    play.render();
    return answer;
  };

  let stale = false;
  play.busy = false;
  const working = (on) => {
    play.busy = on;
    page.classList.toggle("working", on);
  };
  // A tap while the engine works is for what it is about to replace on the screen.
  const guarded = async (what, said) => {
    if (stale || play.busy) return undefined;
    working(true);
    const answer = await play.ask(what, said);
    working(false);
    return taken(answer);
  };
  // What is stated together with an input is in effect before anything goes on.
  const together = (said) => (play.causes?.length && !said.declare ? { ...said, causes: play.causes } : said);
  play.say = (input) => guarded("say", { input: together(input) });
  play.choose = (picked) => guarded("choose", { picked: together(picked), finish: Boolean(play.quick) && "units" in picked });
  play.roll = () => guarded("roll", { seed: [...crypto.getRandomValues(new Uint32Array(2))].join(" "), causes: play.causes ?? [] });
  // To go back and on again is meant as often as it is tapped.
  play.go = async (what, said) => (stale ? undefined : taken(await play.ask(what, said)));
  play.join = (side, unit) => guarded("join", { side, unit });

  play.begin = async (said) => {
    const answer = await play.ask("begin", said);
    if (answer?.titles) {
      const open = (number) => () => { part(".sheet").close(); play.begin({ ...said, number }); };
      play.dialog("Which of them?", answer.titles.map((title, n) => play.button(title, open(n), "big plain")));
      return;
    }
    if (!answer || answer.refused) return;
    // What was on the table before is not lost to a tap on another battle.
    if (JSON.stringify(said.battle) !== JSON.stringify(play.store.read("battle")?.battle)) shelve();
    play.table = undefined;
    forgetAddress();
    taken(answer);
    scrollTo(0, 0);
  };

  play.setQuick = (on) => {
    play.quick = on;
    play.store.write("quick", on);
    if (play.screen === "table") play.render();
  };

  // --- Keeping --------------------------------------------------------------------------------

  const MOST_BEFORE = 8;
  // Of a battle that was gone back in, so many lines are worth to be kept for themselves.
  const FEWEST = 3;
  // The battle that is on the device is put beside the others that were played before.
  const shelve = () => {
    const kept = play.store.read("battle");
    if (!kept?.battle?.play?.length) return;
    const before = play.store.read("before") ?? [];
    play.store.write("before", [{ ...kept, when: new Date().toLocaleString([], { dateStyle: "medium", timeStyle: "short" }) }, ...before].slice(0, MOST_BEFORE));
  };

  const keepOnDevice = async () => {
    const kept = await play.engine.ask("keep_all").catch(() => undefined);
    if (kept && !kept.refused && !stale) play.store.write("battle", kept);
  };

  const packed = async (text) => {
    const stream = new Blob([text]).stream().pipeThrough(new CompressionStream("deflate-raw"));
    const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
    return btoa(String.fromCharCode(...bytes)).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
  };
  const MOST = 2_000_000;
  // No battle is deeper, and the engine would run out of room for one that is.
  const DEEPEST = 20;
  const isShallow = (value, left) => typeof value !== "object" || value === null || (left > 0 && Object.values(value).every((each) => isShallow(each, left - 1)));
  const unpacked = async (text) => {
    const bytes = Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));
    const reader = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw")).getReader();
    const parts = [];
    let size = 0;
    for (let read = await reader.read(); !read.done; read = await reader.read()) {
      size += read.value.length;
      if (size > MOST) throw new Error("too long");
      parts.push(read.value);
    }
    const found = JSON.parse(await new Blob(parts).text());
    if (!isShallow(found, DEEPEST)) throw new Error("too deep");
    return found;
  };

  play.copied = async (button, text) => {
    const before = button.textContent;
    try {
      await navigator.clipboard.writeText(text);
      button.textContent = "Copied";
    } catch {
      button.textContent = "Copy it from the address above";
    }
    setTimeout(() => { button.textContent = before; }, 2000);
  };

  const LONGEST_LINK = 4000;
  play.keep = async () => {
    const kept = await play.ask("keep", { title: "Our battle" });
    if (!kept || kept.refused) return;
    const { make, button } = play;
    const url = URL.createObjectURL(new Blob([kept.text], { type: "text/plain" }));
    const link = `${location.href.split("#")[0]}#battle=${await packed(JSON.stringify(kept.battle))}`;
    play.dialog(
      "Keep this battle",
      make("p", {}, "It is kept on this device as it is. Beside that:"),
      make("p", {}, make("a", { className: "big", href: url, download: `${play.page.system}.yaml` }, "Save it as a file")),
      button("Copy its text", (event) => play.copied(event.target, kept.text), "big plain"),
      link.length <= LONGEST_LINK ? button("Copy a link to it", (event) => play.copied(event.target, link), "big plain") : make("p", { className: "caption" }, "It is too long for a link."),
      kept.at ? make("p", { className: "caption" }, "The file is an example: turnwright check plays it again.") : "",
    );
  };

  // Another tab goes on with the battle: this one waits until somebody says which of them holds.
  addEventListener("storage", (event) => {
    if (event.key !== key("battle") || play.screen !== "table" || stale) return;
    stale = true;
    const here = () => { stale = false; play.tell(""); keepOnDevice(); };
    const there = () => {
      stale = false;
      const kept = play.store.read("battle");
      if (kept) play.begin({ battle: kept.battle, at: kept.at });
    };
    play.tell("This battle went on in another tab. ", play.button("Take it from there", there, "plain"), " ", play.button("Go on with what is here", here, "plain"));
  });

  // --- The engine -----------------------------------------------------------------------------

  const engine = part(".engine");
  const start = engine.querySelector(".start");
  const stop = engine.querySelector(".stop");
  const progress = engine.querySelector("progress");
  const says = (text) => { engine.querySelector(".told").textContent = text; };

  const stopped = (why) => {
    engine.hidden = start.hidden = false;
    stop.hidden = progress.hidden = true;
    says(why);
    part(".screen").hidden = true;
    part(".sheet").close();
  };

  const run = async () => {
    start.hidden = true;
    stop.hidden = progress.hidden = engine.hidden = false;
    says("Getting the engine ...");
    try {
      play.agreed = await play.engine.start((share) => {
        progress.value = share;
        if (share === 1) says("Starting the engine ...");
      });
    } catch (error) {
      stopped(error.message);
      return;
    }
    engine.hidden = true;
    await opened();
  };
  start.onclick = run;
  stop.onclick = () => play.engine.stop();
  play.stop = () => play.engine.stop();

  // Questions and examples stand behind `?`; a battle behind `#`, so that no server ever hears of it.
  const asked = () => new URLSearchParams(`${location.search.slice(1)}&${location.hash.slice(1)}`);

  // Where no battle could be begun, what was there is shown, and it stays told why.
  const begun = (said) => play.begin(said).then(() => { if (part(".screen").hidden) play.render(); });

  // What the address asks for; else the battle that is on this device, or a new one.
  const opened = async () => {
    play.quick = play.store.read("quick") === true;
    play.kept = play.store.read("battle");
    const said = asked();
    if (said.has("ask")) return play.show("ask", said);
    if (said.has("example") || said.has("battle")) {
      try {
        play.linked = said.has("battle")
          ? { battle: await unpacked(said.get("battle")) }
          : { example: said.get("example"), at: Number(said.get("at") ?? 0) };
      } catch {
        play.show("setup");
        return play.tell("The link does not have a whole battle.");
      }
      // A battle of one's own is not lost to a link.
      if (!play.kept) return begun(play.linked);
    } else if (play.kept) return begun({ battle: play.kept.battle, at: play.kept.at });
    return play.show("setup");
  };

  // A link to a battle that is pasted where a battle is open.
  addEventListener("hashchange", () => {
    if (!asked().has("battle")) return;
    if (engine.hidden) opened();
    else if (!start.hidden) run();
  });

  // 7 MB come only when somebody asks for them: by a tap, by a link to a question or a battle, or by having played before.
  if (location.protocol === "file:") part(".from-disk").hidden = false;
  else if (["ask", "example", "battle"].some((key) => asked().has(key)) || play.store.read("battle")) run();
  else stopped("Playing takes an engine of 7 MB. It comes once, and then it stays in your browser.");
}
