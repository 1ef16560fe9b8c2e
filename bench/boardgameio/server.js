// boardgame.io's own server with its flat-file storage: node server.js PORT FOLDER
const { Server, FlatFile } = require("boardgame.io/server");
const { OhHell } = require("./ohhell.js");

const [port, folder] = process.argv.slice(2);
const server = Server({ games: [OhHell], db: new FlatFile({ dir: folder }), origins: ["*"] });
server.run(Number(port), () => console.log("ready"));
