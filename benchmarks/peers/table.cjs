// A minimal boardgame.io server, in memory, for benchmarks/load.py: `node table.cjs PORT BYTES`.
// Its state is about BYTES long as JSON; a move changes a little of it and passes the turn to the next of four players.
const { Server, Origins } = require("boardgame.io/server");

const [port, bytes] = process.argv.slice(2).map(Number);
const cells = Math.max(1, Math.round(bytes / 4));
const table = {
  name: "table",
  setup: () => ({ cells: Array.from({ length: cells }, (_, k) => 100 + (k % 900)) }),
  turn: { minMoves: 1, maxMoves: 1 },
  moves: {
    play: ({ G }, k) => {
      for (let i = 0; i < 5; i++) G.cells[(k + i) % cells] = 100 + ((k * 7 + i) % 900);
    },
  },
};

Server({ games: [table], origins: [Origins.LOCALHOST] }).run({ port, callback: () => console.log("ready") });
