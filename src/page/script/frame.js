"use strict";
// The words and the tables that all scripts use.

const frame = JSON.parse(document.getElementById("frame").textContent);
