// The worker of a page that plays: Python, our own code and the rules of one system. It answers questions in JSON.
// It is loaded when a page starts the engine, and everything that it loads is the site's own.

let desk;

const start = async ({ engine, kit }) => {
  const listed = await fetch(`${engine}parts.json`);
  if (!listed.ok) throw new Error("This site was built without its engine.");
  const sizes = await listed.json();
  const total = Object.values(sizes).reduce((all, one) => all + one, 0);
  let here = 0;
  const told = (more) => {
    here += more;
    postMessage({ progress: Math.min(here / total, 1) });
  };

  // What arrives is counted as it arrives, and unpacked if it is packed.
  const asked = self.fetch;
  self.fetch = async (what, ...how) => {
    const name = String(what.url ?? what).split("/").at(-1);
    const packed = `${name}.gzip` in sizes;
    const answer = await asked(packed ? `${engine}${name}.gzip` : what, ...how);
    if (!answer.ok) throw new Error(`${answer.status} for ${answer.url}`);
    const counted = new TransformStream({
      transform(some, onward) {
        told(some.byteLength);
        onward.enqueue(some);
      },
    });
    const whole = answer.body.pipeThrough(counted);
    if (packed) return new Response(whole.pipeThrough(new DecompressionStream("gzip")), { headers: { "Content-Type": "application/wasm" } });
    return new Response(whole, { status: answer.status, headers: answer.headers });
  };
  const bytes = async (url) => new Uint8Array(await (await asked(url)).arrayBuffer());

  const { loadPyodide } = await import(`${engine}pyodide.mjs`);
  told((sizes["pyodide.mjs"] ?? 0) + (sizes["pyodide.asm.mjs"] ?? 0)); // Scripts are not fetched.
  const [python, code, rules] = await Promise.all([loadPyodide({ indexURL: engine }), bytes(`${engine}turnwright.zip`), bytes(kit)]);
  self.fetch = asked;
  postMessage({ progress: 1 });
  python.unpackArchive(code, "zip", { extractDir: "/turnwright" });
  python.runPython('import sys\nsys.path.insert(0, "/turnwright")\nfrom turnwright.play.desk import Desk\ndesk = Desk()');
  desk = python.globals.get("desk");
  const agreed = JSON.parse(desk.open(python.toPy(rules)));
  python.runPython("import gc\ngc.freeze()"); // What stays for good is never looked through again while somebody waits.
  postMessage({ ready: agreed });
};

onmessage = async ({ data }) => {
  try {
    if (data.start) await start(data.start);
    else postMessage({ id: data.id, answer: desk.answer(data.text) });
  } catch (error) {
    postMessage({ id: data.id, failed: error.message.trim().split("\n").at(-1) });
  }
};
