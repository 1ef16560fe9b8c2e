// Plays matches at once on a server, each move sent when the one before it has come back:
// node drive.js PORT MATCHES MOVES. Prints one JSON line.
const { Client } = require("boardgame.io/client");
const { SocketIO } = require("boardgame.io/multiplayer");
const { OhHell, legal } = require("./ohhell.js");

const [port, matches, moves] = process.argv.slice(2).map(Number);
const base = `http://127.0.0.1:${port}`;
const PLAYERS = 4;

async function post(path, body) {
  const answer = await fetch(`${base}/games/oh-hell${path}`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(body),
  });
  return answer.json();
}

async function open() {
  const { matchID } = await post("/create", { numPlayers: PLAYERS });
  const clients = [];
  for (let seat = 0; seat < PLAYERS; seat += 1) {
    const playerID = String(seat);
    const { playerCredentials: credentials } = await post(`/${matchID}/join`, { playerID, playerName: `p${seat}` });
    const multiplayer = SocketIO({ server: base });
    const client = Client({ game: OhHell, numPlayers: PLAYERS, multiplayer, matchID, playerID, credentials, debug: false });
    client.start();
    clients.push(client);
  }
  await until(() => clients.every((client) => client.getState()), clients);
  return { matchID, clients };
}

function until(done, clients) {
  return new Promise((resolve) => {
    const stops = [];
    const check = () => {
      if (!done()) return;
      stops.splice(0).forEach((stop) => stop());
      resolve();
    };
    clients.forEach((client) => stops.push(client.subscribe(check)));
    check();
  });
}

// One move: made by whoever's turn it is, and seen by who comes next, so that the server has stored it.
async function move({ clients }) {
  const now = clients[0].getState();
  const seat = Number(now.ctx.currentPlayer);
  const [name, argument] = legal(clients[seat].getState().G, seat);
  const other = clients[(seat + 1) % PLAYERS];
  const before = other.getState()._stateID;
  clients[seat].moves[name](argument);
  await until(() => clients.every((client) => client.getState()._stateID > before), clients);
}

async function main() {
  const tables = [];
  for (let number = 0; number < matches; number += 1) tables.push(await open());
  const began = process.hrtime.bigint();
  await Promise.all(tables.map(async (table) => {
    for (let count = 0; count < moves; count += 1) await move(table);
  }));
  const seconds = Number(process.hrtime.bigint() - began) / 1e9;
  console.log(JSON.stringify({ seconds, moves: matches * moves, ids: tables.map(({ matchID }) => matchID) }));
  process.exit(0);
}

main();
