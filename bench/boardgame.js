// The round of alternating/ruleset.yaml as a game of boardgame.io, played by its own Client.
//
// Each line of standard input is a request, and is answered by a line:
//   {armies, inputs, battles, audit}  ->  {seconds, states, refused}
// armies: the units of each side. inputs: [side, unit] each; the side may be null, and is then
// whoever's turn it is. battles: how often it is all played, by a Client of its own each time.
// states: [next side, round, units it may activate], at the end, or with `audit` after each input.
// refused: the numbers of the inputs that were refused, in the last battle.
"use strict";

process.env.NODE_ENV = "production";
console.error = () => {}; // It tells of a refusal on the console, which is not what we time.

const { Client } = require("boardgame.io/client");
const { INVALID_MOVE } = require("boardgame.io/core");

function alternating(armies) {
  const sideOf = Object.fromEntries(armies.flatMap((units, side) => units.map((u) => [u, side])));
  const fresh = () => ({ acted: {}, left: armies.map((units) => units.length) });
  return {
    setup: () => ({ ...fresh(), round: 1 }),
    moves: {
      activate: ({ G, ctx }, unit) => {
        const side = ctx.playOrderPos;
        if (sideOf[unit] !== side || G.acted[unit]) return INVALID_MOVE;
        G.acted[unit] = true;
        G.left[side] -= 1;
        if (G.left.every((left) => left === 0)) Object.assign(G, fresh(), { round: G.round + 1 });
      },
    },
    turn: {
      minMoves: 1,
      maxMoves: 1,
      order: {
        first: () => 0,
        next: ({ G, ctx }) => {
          const other = 1 - ctx.playOrderPos;
          if (Object.keys(G.acted).length === 0) return 0;
          return G.left[other] > 0 ? other : ctx.playOrderPos;
        },
      },
    },
  };
}

function seen(client, armies) {
  const { G, ctx } = client.getState();
  const side = Number(ctx.currentPlayer);
  return [side, G.round, armies[side].filter((unit) => !G.acted[unit]).sort()];
}

function battle(client, armies, inputs, audit) {
  const states = [];
  const refused = [];
  inputs.forEach(([side, unit], number) => {
    if (side !== null) client.updatePlayerID(String(side));
    const before = client.store.getState()._stateID;
    client.moves.activate(unit);
    if (client.store.getState()._stateID === before) refused.push(number);
    if (audit) states.push(seen(client, armies));
  });
  return { states: audit ? states : [seen(client, armies)], refused };
}

function answer({ armies, inputs, battles, audit }) {
  const game = alternating(armies);
  const clients = Array.from({ length: battles }, () =>
    Client({ game, numPlayers: armies.length, debug: false }),
  );
  const begun = process.hrtime.bigint();
  let last;
  for (const client of clients) last = battle(client, armies, inputs, audit);
  const seconds = Number(process.hrtime.bigint() - begun) / 1e9;
  return { seconds, ...last };
}

const lines = require("node:readline").createInterface({ input: process.stdin });
lines.on("line", (line) => process.stdout.write(`${JSON.stringify(answer(JSON.parse(line)))}\n`));
