// Adapter for json-kifu-format, the library that reads records in Kifu for JS: its class `JKFPlayer` with `parseKIF`,
// `parseKI2`, `parseCSA`, and `parseJKF`, which Kifu for JS calls for a format. A record in JKF is also normalised with
// `Normalizer.normalizeMinimal`, as the documentation of the library recommends for JKF of other programs.

import { require, serve, textOf } from "../adapter.mjs";

const { JKFPlayer, Normalizer } = require("json-kifu-format");

function readJkf(text) {
  return new JKFPlayer(Normalizer.normalizeMinimal(JSON.parse(text)));
}

const READERS = { kif: JKFPlayer.parseKIF, ki2: JKFPlayer.parseKI2, csa: JKFPlayer.parseCSA, jkf: readJkf };

serve((path, notation, encoding) => ({ jkf: [READERS[notation](textOf(path, encoding)).kifu] }));
