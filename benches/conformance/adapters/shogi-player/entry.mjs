// The classes of shogi-player that read a record. The package has them as modules for a bundler.

export { Xcontainer } from "shogi-player/components/models/xcontainer.js";
