// Oh Hell for boardgame.io: classic scoring, hands of seven cards, the hook rule, trump turned up.
const SUITS = "SHDC";
const CARDS = 7;

function deal(G, ctx, random) {
  const deck = random.Shuffle([...Array(52).keys()]);
  G.hands = Array.from({ length: ctx.numPlayers }, (_, seat) => deck.slice(seat * CARDS, (seat + 1) * CARDS));
  G.trump = Math.floor(deck[ctx.numPlayers * CARDS] / 13);
  G.bids = Array(ctx.numPlayers).fill(null);
  G.taken = Array(ctx.numPlayers).fill(0);
  G.trick = [];
  G.tricks = [];
}

function follows(G, seat, card) {
  if (G.trick.length === 0) return true;
  const led = Math.floor(G.trick[0].card / 13);
  return Math.floor(card / 13) === led || !G.hands[seat].some((held) => Math.floor(held / 13) === led);
}

function winner(G) {
  const led = Math.floor(G.trick[0].card / 13);
  const rank = ({ card }) => {
    const suit = Math.floor(card / 13);
    return suit === G.trump ? 100 + (card % 13) : suit === led ? card % 13 : -1;
  };
  return G.trick.reduce((best, play) => (rank(play) > rank(best) ? play : best)).seat;
}

function bid({ G, ctx, events, playerID }, tricks) {
  const seat = Number(playerID);
  const last = G.bids.filter((made) => made !== null).length === ctx.numPlayers - 1;
  const sum = G.bids.reduce((total, made) => total + (made ?? 0), 0);
  if (G.bids[seat] !== null || tricks < 0 || tricks > CARDS || (last && sum + tricks === CARDS)) return "INVALID_MOVE";
  G.bids[seat] = tricks;
  events.endTurn({ next: String((seat + 1) % ctx.numPlayers) });
}

function play({ G, ctx, events, random, playerID }, card) {
  const seat = Number(playerID);
  if (G.bids.includes(null) || !G.hands[seat].includes(card) || !follows(G, seat, card)) return "INVALID_MOVE";
  G.hands[seat] = G.hands[seat].filter((held) => held !== card);
  G.trick.push({ seat, card });
  let next = (seat + 1) % ctx.numPlayers;
  if (G.trick.length === ctx.numPlayers) {
    next = winner(G);
    G.taken[next] += 1;
    G.tricks.push(G.trick);
    G.trick = [];
  }
  if (G.hands.every((hand) => hand.length === 0)) {
    G.bids.forEach((made, who) => (G.totals[who] += G.taken[who] === made ? 10 + made : 0));
    G.results.push({ bids: G.bids, taken: G.taken, tricks: G.tricks });
    G.dealer = (G.dealer + 1) % ctx.numPlayers;
    deal(G, ctx, random);
    next = (G.dealer + 1) % ctx.numPlayers;
  }
  events.endTurn({ next: String(next) });
}

// What a seat may do, from its own view.
function legal(G, seat) {
  if (G.bids[seat] === null) {
    const left = G.bids.filter((made) => made === null).length === 1;
    const sum = G.bids.reduce((total, made) => total + (made ?? 0), 0);
    const bids = [...Array(CARDS + 1).keys()].filter((tricks) => !(left && sum + tricks === CARDS));
    return ["bid", bids[1]];
  }
  return ["play", G.hands[seat].find((card) => follows(G, seat, card))];
}

const OhHell = {
  name: "oh-hell",
  setup: ({ ctx, random }) => {
    const G = { dealer: 0, totals: Array(ctx.numPlayers).fill(0), results: [] };
    deal(G, ctx, random);
    return G;
  },
  turn: { order: { first: () => 1, next: ({ ctx }) => (ctx.playOrderPos + 1) % ctx.numPlayers } },
  moves: { bid, play },
  playerView: ({ G, playerID }) => ({
    ...G,
    hands: G.hands.map((hand, seat) => (String(seat) === playerID ? hand : hand.map(() => null))),
  }),
};

module.exports = { OhHell, legal, SUITS };
